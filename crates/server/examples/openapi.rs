//! Prints the interface for programs as an `OpenAPI` document, from which the types of clients are generated.

#![forbid(unsafe_code)]

fn main() {
    println!("{:#}", alhambra_server::openapi());
}
