-- A database of the first version with games in their middle: every later version goes on with them.
BEGIN TRANSACTION;
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO "_sqlx_migrations" VALUES(1,'tables','2026-11-16 15:31:43',1,X'EE01EF877EDE638014F803D9893AD0F91A11B3606E20E4F8A656069038FBD27BF9933EB75B856D79A3E8F2C15E9EB0E0',7162340);
CREATE TABLE downtimes (
    since BIGINT NOT NULL PRIMARY KEY,
    until BIGINT NOT NULL
);
CREATE TABLE entries (
    game TEXT NOT NULL,
    seq BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    -- The action in the notation, or `undo` and the number of the entry that is taken back.
    what TEXT NOT NULL,
    at BIGINT NOT NULL,
    -- Milliseconds of the seat's clock that it took.
    used BIGINT NOT NULL,
    hinted BIGINT NOT NULL,
    PRIMARY KEY (game, seq)
);
INSERT INTO "entries" VALUES('qy3w3ty',1,0,'take de4',1794843107450,236,0);
INSERT INTO "entries" VALUES('qy3w3ty',2,1,'buy P8 du9',1794843107461,11,0);
INSERT INTO "entries" VALUES('qy3w3ty',3,1,'build P8 n1',1794843107474,13,0);
INSERT INTO "entries" VALUES('qy3w3ty',4,0,'take fl5',1794843107529,55,0);
INSERT INTO "entries" VALUES('qy3w3ty',5,1,'take de3',1794843107570,41,0);
INSERT INTO "entries" VALUES('qy3w3ty',6,0,'buy T11 de4 de7',1794843107578,8,0);
INSERT INTO "entries" VALUES('qy3w3ty',7,0,'take de1',1794843107601,23,0);
INSERT INTO "entries" VALUES('qy3w3ty',8,0,'build T11 w1',1794843107618,17,0);
INSERT INTO "entries" VALUES('qy3w3ty',9,1,'take de1',1794843107637,19,0);
INSERT INTO "entries" VALUES('qy3w3ty',10,0,'buy G10w fl5 fl9',1794843107665,28,0);
INSERT INTO "entries" VALUES('qy3w3ty',11,0,'build G10w s1',1794843107721,56,0);
INSERT INTO "entries" VALUES('qy3w3ty',12,1,'take fl6',1794843107762,41,0);
INSERT INTO "entries" VALUES('qy3w3ty',13,0,'down T11',1794843107809,47,0);
INSERT INTO "entries" VALUES('qy3w3ty',14,1,'buy A5nw di5',1794843107845,36,0);
INSERT INTO "entries" VALUES('qy3w3ty',15,1,'take di9',1794843107857,12,0);
INSERT INTO "entries" VALUES('qy3w3ty',16,1,'build A5nw n1w1',1794843107865,8,0);
INSERT INTO "entries" VALUES('qy3w3ty',17,0,'buy P2new di2',1794843107878,13,0);
INSERT INTO "entries" VALUES('qy3w3ty',18,0,'build T11 s1e1',1794843107889,11,0);
INSERT INTO "entries" VALUES('qy3w3ty',19,0,'build P2new n1',1794843107906,17,0);
INSERT INTO "entries" VALUES('qy3w3ty',20,1,'take de8',1794843107940,34,0);
INSERT INTO "entries" VALUES('qy3w3ty',21,0,'take di3 du1',1794843107949,9,0);
INSERT INTO "entries" VALUES('qy3w3ty',22,1,'buy T11n de4 de8',1794843107954,5,0);
INSERT INTO "entries" VALUES('qy3w3ty',23,1,'build T11n e1',1794843107962,8,0);
INSERT INTO "entries" VALUES('qy3w3ty',24,0,'take fl3',1794843107967,5,0);
INSERT INTO "entries" VALUES('qy3w3ty',25,1,'buy A10 di3 di9',1794843107973,6,0);
INSERT INTO "entries" VALUES('qy3w3ty',26,1,'build A10 e2',1794843107986,13,0);
INSERT INTO "entries" VALUES('qy3w3ty',27,0,'take du7',1794843107997,11,0);
INSERT INTO "entries" VALUES('qy3w3ty',28,1,'buy S6es fl1 fl1 fl4',1794843108060,63,0);
INSERT INTO "entries" VALUES('qy3w3ty',29,1,'down A5nw',1794843108094,34,0);
INSERT INTO "entries" VALUES('qy3w3ty',30,1,'build S6es s1e1',1794843108165,71,0);
INSERT INTO "entries" VALUES('qy3w3ty',31,0,'take fl7',1794843108245,80,0);
INSERT INTO "entries" VALUES('qy3w3ty',32,1,'down A10',1794843108307,62,0);
INSERT INTO "entries" VALUES('qy3w3ty',33,0,'down P2new',1794843108374,67,0);
INSERT INTO "entries" VALUES('qy3w3ty',34,1,'build A10 n1w1',1794843108452,78,0);
INSERT INTO "entries" VALUES('qy3w3ty',35,0,'buy G7nsw fl7',1794843108510,58,0);
INSERT INTO "entries" VALUES('qy3w3ty',36,0,'take fl2',1794843108567,57,0);
INSERT INTO "entries" VALUES('qy3w3ty',37,0,'keep G7nsw',1794843108609,42,0);
INSERT INTO "entries" VALUES('qy3w3ty',38,1,'take di4',1794843108621,12,0);
INSERT INTO "entries" VALUES('qy3w3ty',39,0,'take fl3 di1',1794843108729,108,0);
INSERT INTO "entries" VALUES('qy3w3ty',40,1,'take de7',1794843108737,8,0);
INSERT INTO "entries" VALUES('qy3w3ty',41,0,'take di9',1794843108758,21,0);
INSERT INTO "entries" VALUES('qy3w3ty',42,1,'build A5nw n2',1794843108773,15,0);
INSERT INTO "entries" VALUES('qy3w3ty',43,0,'build G7nsw w1',1794843108897,124,0);
INSERT INTO "entries" VALUES('qy3w3ty',44,1,'down S6es',1794843109109,212,0);
INSERT INTO "entries" VALUES('qy3w3ty',45,0,'buy S7w du7',1794843109123,14,0);
INSERT INTO "entries" VALUES('qy3w3ty',46,0,'down T11',1794843109177,54,0);
INSERT INTO "entries" VALUES('mzt9qww',1,0,'citizens S C G',1794843110001,48,0);
INSERT INTO "entries" VALUES('mzt9qww',2,1,'citizens A C G',1794843110104,103,0);
INSERT INTO "entries" VALUES('mzt9qww',3,2,'citizens S A C',1794843110137,33,0);
INSERT INTO "entries" VALUES('mzt9qww',4,0,'trader s1',1794843110153,16,0);
INSERT INTO "entries" VALUES('mzt9qww',5,1,'trader w1',1794843110169,16,0);
INSERT INTO "entries" VALUES('mzt9qww',6,2,'trader s1',1794843110184,15,0);
INSERT INTO "entries" VALUES('mzt9qww',7,1,'hut hGsw',1794843110206,22,0);
INSERT INTO "entries" VALUES('mzt9qww',8,1,'build hGsw s1',1794843110216,10,0);
INSERT INTO "entries" VALUES('mzt9qww',9,2,'buy zdu1 du1 du4',1794843110227,11,0);
INSERT INTO "entries" VALUES('mzt9qww',10,2,'build zdu1 w1',1794843110241,14,0);
INSERT INTO "entries" VALUES('mzt9qww',11,0,'buy zfl2 fl3 fl5',1794843110248,7,0);
INSERT INTO "entries" VALUES('mzt9qww',12,0,'build zfl2 s1',1794843110253,5,0);
INSERT INTO "entries" VALUES('mzt9qww',13,0,'exchange S P',1794843110261,8,0);
INSERT INTO "entries" VALUES('mzt9qww',14,0,'trader s1w1',1794843110270,9,0);
INSERT INTO "entries" VALUES('mzt9qww',15,0,'steal du7',1794843110274,4,0);
INSERT INTO "entries" VALUES('mzt9qww',16,0,'steal di2',1794843110278,4,0);
INSERT INTO "entries" VALUES('mzt9qww',17,0,'pass',1794843110287,9,0);
INSERT INTO "entries" VALUES('mzt9qww',18,1,'buy K4n di4',1794843110291,4,0);
INSERT INTO "entries" VALUES('mzt9qww',19,1,'keep K4n',1794843110296,5,0);
INSERT INTO "entries" VALUES('mzt9qww',20,0,'steal fl3',1794843110300,4,0);
INSERT INTO "entries" VALUES('mzt9qww',21,0,'pass',1794843110310,10,0);
INSERT INTO "entries" VALUES('mzt9qww',22,1,'steal de5',1794843110346,36,0);
INSERT INTO "entries" VALUES('mzt9qww',23,0,'pass',1794843110377,31,0);
INSERT INTO "entries" VALUES('mzt9qww',24,1,'pass',1794843110498,121,0);
INSERT INTO "entries" VALUES('mzt9qww',25,2,'hut hTw',1794843110523,25,0);
INSERT INTO "entries" VALUES('mzt9qww',26,2,'build hTw n1',1794843110566,43,0);
INSERT INTO "entries" VALUES('mzt9qww',27,1,'steal di1',1794843110710,144,0);
INSERT INTO "entries" VALUES('mzt9qww',28,1,'steal fl1',1794843110873,163,0);
INSERT INTO "entries" VALUES('mzt9qww',29,1,'steal du5',1794843111097,224,0);
INSERT INTO "entries" VALUES('mzt9qww',30,2,'steal di8',1794843111173,76,0);
INSERT INTO "entries" VALUES('mzt9qww',31,2,'steal du5',1794843111224,51,0);
INSERT INTO "entries" VALUES('mzt9qww',32,2,'steal fl1',1794843111361,137,0);
INSERT INTO "entries" VALUES('mzt9qww',33,2,'pass',1794843111514,153,0);
INSERT INTO "entries" VALUES('mzt9qww',34,0,'hut hTn',1794843111538,24,0);
INSERT INTO "entries" VALUES('mzt9qww',35,0,'build hTn n1',1794843111621,83,0);
INSERT INTO "entries" VALUES('mzt9qww',36,2,'steal de5',1794843111706,85,0);
INSERT INTO "entries" VALUES('mzt9qww',37,0,'pass',1794843111746,40,0);
INSERT INTO "entries" VALUES('mzt9qww',38,1,'buy G8ne fl9',1794843111813,67,0);
INSERT INTO "entries" VALUES('mzt9qww',39,1,'build G8ne e1',1794843111909,96,0);
INSERT INTO "entries" VALUES('wbtc1br',1,2,'buy hs4ne du6',1794843112631,201,0);
INSERT INTO "entries" VALUES('wbtc1br',2,2,'build hs4ne n1',1794843112678,47,0);
INSERT INTO "entries" VALUES('wbtc1br',3,0,'pass',1794843112750,72,0);
INSERT INTO "entries" VALUES('wbtc1br',4,1,'buy re2esw fl2',1794843112886,136,0);
INSERT INTO "entries" VALUES('wbtc1br',5,1,'flip hp3esw s1 fl8',1794843113004,118,0);
INSERT INTO "entries" VALUES('wbtc1br',6,0,'pass',1794843113293,289,0);
INSERT INTO "entries" VALUES('wbtc1br',7,2,'pass',1794843113441,148,0);
INSERT INTO "entries" VALUES('wbtc1br',8,0,'take de6',1794843113625,184,0);
INSERT INTO "entries" VALUES('wbtc1br',9,2,'pass',1794843113702,77,0);
INSERT INTO "entries" VALUES('wbtc1br',10,0,'pass',1794843113749,47,0);
INSERT INTO "entries" VALUES('wbtc1br',11,1,'take du2',1794843113782,33,0);
INSERT INTO "entries" VALUES('wbtc1br',12,2,'pass',1794843113837,55,0);
INSERT INTO "entries" VALUES('wbtc1br',13,0,'buy sc12 de1 de5 de6',1794843114017,180,0);
INSERT INTO "entries" VALUES('wbtc1br',14,0,'keep sc12',1794843114281,264,0);
INSERT INTO "entries" VALUES('wbtc1br',15,2,'pass',1794843114342,61,0);
INSERT INTO "entries" VALUES('wbtc1br',16,2,'take di1 du2',1794843114411,69,0);
INSERT INTO "entries" VALUES('wttrnje',1,1,'buy hs6nw di9',1794843115176,216,0);
INSERT INTO "entries" VALUES('wttrnje',2,1,'keep hs6nw',1794843115214,38,0);
INSERT INTO "entries" VALUES('wttrnje',3,2,'buy hp4sw fl7',1794843115301,87,0);
INSERT INTO "entries" VALUES('wttrnje',4,2,'keep hp4sw',1794843115473,172,0);
INSERT INTO "entries" VALUES('wttrnje',5,3,'buy ma10s du7 du8',1794843115558,85,0);
INSERT INTO "entries" VALUES('wttrnje',6,3,'keep ma10s',1794843115665,107,0);
INSERT INTO "entries" VALUES('wttrnje',7,0,'take di8',1794843115706,41,0);
INSERT INTO "entries" VALUES('wttrnje',8,1,'take fl4',1794843115833,127,0);
INSERT INTO "entries" VALUES('wttrnje',9,2,'take fl4',1794843115937,104,0);
INSERT INTO "entries" VALUES('wttrnje',10,3,'take fl2',1794843116102,165,0);
INSERT INTO "entries" VALUES('wttrnje',11,0,'buy T7new de9',1794843116156,54,0);
INSERT INTO "entries" VALUES('wttrnje',12,0,'build T7new n1',1794843116377,221,0);
INSERT INTO "entries" VALUES('wttrnje',13,1,'take fl9',1794843116537,160,0);
INSERT INTO "entries" VALUES('wttrnje',14,2,'take du4',1794843116645,108,0);
INSERT INTO "entries" VALUES('wttrnje',15,3,'take di1',1794843116746,101,0);
INSERT INTO "entries" VALUES('wttrnje',16,0,'take fl9',1794843116770,24,0);
INSERT INTO "entries" VALUES('wttrnje',17,1,'take du6',1794843116780,10,0);
INSERT INTO "entries" VALUES('wttrnje',18,2,'take di5',1794843116789,9,0);
INSERT INTO "entries" VALUES('wttrnje',19,3,'take du7',1794843116797,8,0);
INSERT INTO "entries" VALUES('wttrnje',20,0,'buy A4nes di4',1794843116806,9,0);
INSERT INTO "entries" VALUES('wttrnje',21,0,'take de5',1794843116814,8,0);
INSERT INTO "entries" VALUES('wttrnje',22,0,'build A4nes e1',1794843116823,9,0);
INSERT INTO "entries" VALUES('wttrnje',23,1,'buy A10 fl4 fl9',1794843116889,66,0);
INSERT INTO "entries" VALUES('wttrnje',24,1,'keep A10',1794843116909,20,0);
INSERT INTO "entries" VALUES('wttrnje',25,2,'buy ma12 fl4 fl9',1794843116933,24,0);
CREATE TABLE facts (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
INSERT INTO "facts" VALUES('alive','1794843200000');
INSERT INTO "facts" VALUES('key','0000000000000000000000000000000000000000000000000000000000000000');
CREATE TABLE holders (
    game TEXT NOT NULL,
    seat BIGINT NOT NULL,
    person TEXT NOT NULL,
    finished_at BIGINT,
    PRIMARY KEY (game, seat)
);
INSERT INTO "holders" VALUES('qy3w3ty',0,'t3zkuetax8k14v2c',NULL);
INSERT INTO "holders" VALUES('qy3w3ty',1,'frjfdtcetjd1quvc',NULL);
INSERT INTO "holders" VALUES('mzt9qww',0,'epw1k1hqttnvtdfw',NULL);
INSERT INTO "holders" VALUES('mzt9qww',1,'1aqffe671h755tr4',NULL);
INSERT INTO "holders" VALUES('mzt9qww',2,'c47nvnfnugex4m94',NULL);
INSERT INTO "holders" VALUES('wbtc1br',0,'w1gz11usfg8kapmu',NULL);
INSERT INTO "holders" VALUES('wbtc1br',1,'hztqs97kkykevfqg',NULL);
INSERT INTO "holders" VALUES('wbtc1br',2,'mm3446gw1gx5psr8',NULL);
INSERT INTO "holders" VALUES('wttrnje',0,'mubvk8es5dqmm2jn',NULL);
INSERT INTO "holders" VALUES('wttrnje',1,'jrvh766z62vrynhu',NULL);
INSERT INTO "holders" VALUES('wttrnje',2,'wfyhgnwcbtxvcvx1',NULL);
INSERT INTO "holders" VALUES('wttrnje',3,'w92fhp5wvxfnhr84',NULL);
CREATE TABLE tables (
    id TEXT NOT NULL PRIMARY KEY,
    status TEXT NOT NULL,
    finished_at BIGINT,
    sheet TEXT NOT NULL,
    -- What came of the game, written once when it ends.
    result TEXT
);
INSERT INTO "tables" VALUES('qy3w3ty','playing',NULL,'{"id":"qy3w3ty","settings":{"ruleset":{"game":"alhambra","scoring":"regular","players":2,"modules":[]},"visibility":"link","pace":{"pace":"unlimited"},"assistance":{"hints":false,"undo":false},"fixed_seats":true,"substitute":"fair"},"status":"playing","host":"t3zkuetax8k14v2c","chairs":[{"sitter":{"Person":{"id":"t3zkuetax8k14v2c","name":"Patient Scribe"}},"standing":{"vizier":{"when":"ask"},"thieves":{"when":"ask"},"until_scoring":false},"substituted":false,"wants_pause":false,"wants_end":false,"grace":0,"hand":0},{"sitter":{"Person":{"id":"frjfdtcetjd1quvc","name":"Wise Weaver"}},"standing":{"vizier":{"when":"ask"},"thieves":{"when":"ask"},"until_scoring":false},"substituted":false,"wants_pause":false,"wants_end":false,"grace":0,"hand":1}],"seed":"118a9bb3730fab7a995afed29442dffa252a0783a53a722b637e03b8e99a3f3f","from":null,"opened_at":1794843107107,"started_at":1794843107214,"finished_at":null,"resumed_at":1794843107214,"spent":0,"rematch":null,"chat":[]}',NULL);
INSERT INTO "tables" VALUES('mzt9qww','playing',NULL,'{"id":"mzt9qww","settings":{"ruleset":{"game":"alhambra","scoring":"regular","players":3,"modules":["vizier","bureaux","bonus-cards","huts","walls","thieves","change","street-trader","camps","bazaars","falconers"]},"visibility":"link","pace":{"pace":"unlimited"},"assistance":{"hints":false,"undo":false},"fixed_seats":true,"substitute":"fair"},"status":"playing","host":"epw1k1hqttnvtdfw","chairs":[{"sitter":{"Person":{"id":"epw1k1hqttnvtdfw","name":"Merry Carpenter"}},"standing":{"vizier":{"when":"ask"},"thieves":{"when":"ask"},"until_scoring":false},"substituted":false,"wants_pause":false,"wants_end":false,"grace":0,"hand":0},{"sitter":{"Person":{"id":"1aqffe671h755tr4","name":"Bold Carpenter"}},"standing":{"vizier":{"when":"ask"},"thieves":{"when":"ask"},"until_scoring":false},"substituted":false,"wants_pause":false,"wants_end":false,"grace":0,"hand":1},{"sitter":{"Person":{"id":"c47nvnfnugex4m94","name":"Patient Carpenter"}},"standing":{"vizier":{"when":"ask"},"thieves":{"when":"ask"},"until_scoring":false},"substituted":false,"wants_pause":false,"wants_end":false,"grace":0,"hand":1}],"seed":"7226a0b931de6c149d90ccf0d09cd1ecf5636a442350b9bcf7b3aa9eff756bb5","from":null,"opened_at":1794843109422,"started_at":1794843109953,"finished_at":null,"resumed_at":1794843109953,"spent":0,"rematch":null,"chat":[]}',NULL);
INSERT INTO "tables" VALUES('wbtc1br','playing',NULL,'{"id":"wbtc1br","settings":{"ruleset":{"game":"granada","scoring":"regular","players":3,"modules":["vizier","bureaux"]},"visibility":"link","pace":{"pace":"unlimited"},"assistance":{"hints":false,"undo":false},"fixed_seats":true,"substitute":"fair"},"status":"playing","host":"w1gz11usfg8kapmu","chairs":[{"sitter":{"Person":{"id":"w1gz11usfg8kapmu","name":"Gentle Lion"}},"standing":{"vizier":{"when":"ask"},"thieves":{"when":"ask"},"until_scoring":false},"substituted":false,"wants_pause":false,"wants_end":false,"grace":0,"hand":0},{"sitter":{"Person":{"id":"hztqs97kkykevfqg","name":"Proud Potter"}},"standing":{"vizier":{"when":"ask"},"thieves":{"when":"ask"},"until_scoring":false},"substituted":false,"wants_pause":false,"wants_end":false,"grace":0,"hand":1},{"sitter":{"Person":{"id":"mm3446gw1gx5psr8","name":"Clever Carpenter"}},"standing":{"vizier":{"when":"ask"},"thieves":{"when":"ask"},"until_scoring":false},"substituted":false,"wants_pause":false,"wants_end":false,"grace":0,"hand":1}],"seed":"5d3131f57ea1ea1dcc786b3bf81f47275ff1cca557e14ae1492819208d5af19f","from":null,"opened_at":1794843112042,"started_at":1794843112430,"finished_at":null,"resumed_at":1794843112430,"spent":0,"rematch":null,"chat":[]}',NULL);
INSERT INTO "tables" VALUES('wttrnje','playing',NULL,'{"id":"wttrnje","settings":{"ruleset":{"game":"both","scoring":"regular","players":4,"modules":[]},"visibility":"link","pace":{"pace":"unlimited"},"assistance":{"hints":false,"undo":false},"fixed_seats":true,"substitute":"fair"},"status":"playing","host":"mubvk8es5dqmm2jn","chairs":[{"sitter":{"Person":{"id":"mubvk8es5dqmm2jn","name":"Merry Lion"}},"standing":{"vizier":{"when":"ask"},"thieves":{"when":"ask"},"until_scoring":false},"substituted":false,"wants_pause":false,"wants_end":false,"grace":0,"hand":0},{"sitter":{"Person":{"id":"jrvh766z62vrynhu","name":"Swift Mason"}},"standing":{"vizier":{"when":"ask"},"thieves":{"when":"ask"},"until_scoring":false},"substituted":false,"wants_pause":false,"wants_end":false,"grace":0,"hand":1},{"sitter":{"Person":{"id":"wfyhgnwcbtxvcvx1","name":"Lucky Cypress"}},"standing":{"vizier":{"when":"ask"},"thieves":{"when":"ask"},"until_scoring":false},"substituted":false,"wants_pause":false,"wants_end":false,"grace":0,"hand":1},{"sitter":{"Person":{"id":"w92fhp5wvxfnhr84","name":"Wise Lion"}},"standing":{"vizier":{"when":"ask"},"thieves":{"when":"ask"},"until_scoring":false},"substituted":false,"wants_pause":false,"wants_end":false,"grace":0,"hand":1}],"seed":"94c0d0de3afbf7cdafe4dcf339cd2c7fa4a80aab0818bc079d4cc62d7cda0447","from":null,"opened_at":1794843114610,"started_at":1794843114960,"finished_at":null,"resumed_at":1794843114960,"spent":0,"rematch":null,"chat":[]}',NULL);
CREATE INDEX tables_by_status ON tables (status);
CREATE INDEX holders_by_person ON holders (person, finished_at);
COMMIT;
