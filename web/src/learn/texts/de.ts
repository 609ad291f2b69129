// What lessons say, in German.
import type { Texts } from './en';

const de: Texts = {
  you: 'Du',
  step: (title, n, of) => `${title}, Schritt ${n} von ${of}`,
  how: {
    take: 'Wähle, was umrandet ist, dann den Knopf zum Nehmen.',
    buy: 'Wähle das umrandete Gebäude, dann den Knopf zum Kaufen.',
    build: 'Wähle die umrandete Stelle, dann den Knopf zum Bauen.',
    keep: 'Wähle die Reserve, dann den Knopf.',
    redesign: 'Umbauen, Plättchen wählen, dann die umrandete Stelle.',
    press: 'Drücke, was umrandet ist, eins nach dem anderen.',
    refused: 'Drücke die umrandete Stelle.',
  },
  watch: 'Sieh den anderen zu.',
  again: 'Das geht auch. Der Tisch wird noch einmal so gelegt, wie die Lektion ihn braucht.',
  next: 'Weiter',
  leave: 'Verlassen',
  more: 'Weitere Lektionen',
  titles: { first: 'Erste Lektion', building: 'Mauern und Löcher' },
  lessons: {
    first: {
      steps: {
        aim: 'Das ist deine Alhambra rund um den Löwenbrunnen. Die meisten Gebäude einer Art zählen, und deine längste Mauer.',
        take: ({ cards }) => `In jedem Zug tust du eine Sache. Nimm eine Geldkarte, egal wie hoch: ${cards}.`,
        market: 'Der Bauhof verkauft vier Gebäude, jedes gegen die Währung seines Feldes.',
        several: ({ cards }) => `Mehrere Karten auf einmal gehen auch, zusammen höchstens 5: ${cards}.`,
        exact: ({ tile, cards }) => `Zahle ${tile} passend mit ${cards}, dann darfst du noch etwas tun.`,
        again: ({ cards }) => `Passend bezahlt, also geht es weiter. Nimm ${cards}.`,
        build: ({ tile }) =>
          `Dein Zug endet, und ${tile} wird gebaut. Die Mauer zeigt nach außen, damit sie wachsen kann.`,
        over: ({ tile, cards }) =>
          `Kaufe ${tile} mit ${cards}. Zu viel Gezahltes ist weg, und der Zug endet. Lege das Plättchen in die Reserve.`,
        redesign: ({ tile }) => `Umbauen ist eine Aktion wie jede andere. Baue ${tile} aus der Reserve.`,
        scoring: ({ cards }) =>
          `Einige Züge später. Nimm ${cards}; eine Wertungskarte taucht auf, und alle Alhambras werden gezählt.`,
      },
      done: 'Drei solche Wertungen, jede mehr wert, dann ist das Spiel zu Ende. Jetzt kannst du Alhambra.',
    },
    building: {
      steps: {
        wall: ({ tile }) => `Mauer nur an Mauer, offene Seite nur an offene Seite. Versuche ${tile} hier.`,
        wallFits: 'Abgelehnt: Eine Mauer träfe auf eine offene Seite. Baue es, wo alle Seiten passen.',
        foot: 'Jedes Plättchen ist vom Brunnen zu Fuß erreichbar, durch offene Seiten. Versuche die umrandete Stelle.',
        footFits: 'Abgelehnt: Mauern versperren den Weg. Baue es, wo du hineingehen kannst.',
        holes: 'Dein Palast darf keine Löcher haben. Versuche die umrandete Stelle.',
        holesFits: 'Abgelehnt: Eine leere Stelle wäre eingeschlossen. Baue, wo das nicht geschieht.',
      },
      done: 'Mauer an Mauer, zu Fuß, keine Löcher: Mit diesen dreien kannst du alles bauen.',
    },
    granada: {
      steps: {
        faces: 'Ein Plättchen von Granada hat zwei Seiten: Hinten stehen eine andere Art und der nächste Preis.',
        buy: ({ tile }) => `Kaufe ${tile}. Du zahlst für die Seite, die du siehst.`,
        moats: 'Gräben stehen für Mauern: dieselben Bauregeln, und der längste Graben zählt.',
        flip: 'Die Rückseite passt dir besser. Wähle sie, zahle mindestens 3 dafür und baue.',
      },
      done: 'In einer Wertung ist eine Art umso mehr wert, je mehr davon in allen Städten steht.',
    },
    both: {
      steps: {
        squares: 'Auf jedem Feld liegen zwei Plättchen: eins für deinen Palast, eins für die Stadt ringsum.',
        buy: ({ tile }) => `Kaufe ${tile}: das erste Plättchen deiner Stadt.`,
        build: 'Stadt und Palast berühren sich nur mit Graben an Mauer. Baue es an deine Mauer.',
      },
      done: 'Wo Mauer und Graben nebeneinander laufen, gibt es zusätzliche Punkte.',
    },
    vizier: {
      steps: {
        awake: 'Dein Wesir ist wach. Zwischen zwei Zügen kauft er dir ein Plättchen, wenn du passend zahlst.',
        buy: ({ tile }) => `Jemand war eben am Zug, du noch nicht. Schicke ihn nach ${tile}.`,
        build: 'Was er bringt, kommt sofort an seinen Platz. Dann schläft er ein.',
        wake: 'Jetzt bist du am Zug. Ihn zu wecken kostet eine Aktion.',
      },
      done: 'Nach jedem Zug wirst du gefragt; wer als Nächstes dran ist, zuerst.',
    },
    bureaux: {
      steps: {
        card: 'Eine Wechselstube liegt beim Geld. Sie zeigt zwei Währungen.',
        take: 'Nimm sie statt Geld, immer allein.',
        buy: ({ tile }) => `Ein paar Züge später. Spiele sie und zahle ${tile} in beiden Währungen, hier passend.`,
      },
      done: 'Eine Wechselstube dient für einen Kauf, und am Ende ist sie nichts wert.',
    },
    'bonus-cards': {
      steps: {
        cards: 'Du hast geheime Karten, jede mit dem Bild eines Plättchens ohne Mauer.',
        reveal: ({ tile }) => `Eine Wertung kommt, und ${tile} steht in deinem Palast. Lege die Karte offen.`,
        counts: 'Die Karte zählt als ein Gebäude mehr von ihrer Art, jetzt und in jeder späteren Wertung.',
      },
      done: 'Auch im eigenen Zug darfst du Karten offenlegen, umsonst. Geht das Plättchen, geht die Karte mit.',
    },
    huts: {
      steps: {
        free: 'Bauhütten sind umsonst. Du darfst in einem Spiel drei davon haben.',
        take: 'Nimm eine. Das ist deine Aktion, und keine weitere folgt daraus.',
        build: 'Baue sie wie jedes Plättchen, am besten wo Gebäude ihrer Farbe sie berühren werden.',
      },
      done: 'In einer Wertung zählt sie einmal für jedes Gebäude ihrer Farbe daneben, ohne Mauer dazwischen.',
    },
    walls: {
      steps: {
        cards: 'Mauerkarten tauchen beim Geld auf und liegen für alle daneben.',
        add: 'Eine zu nehmen ist eine Aktion. Setze ihre Mauern genau auf diese Seiten eines Plättchens.',
      },
      done: 'Die Mauer bleibt für immer und zählt wie jede andere. Aus zwei Stücken kann eines werden.',
    },
    thieves: {
      steps: {
        hand: 'Du hast geheime Diebe, jeden für eine Währung. Du bist nicht am Zug und wirst gefragt.',
        steal: 'Ein Dieb nimmt eine offene Karte seiner Währung, wie hoch sie auch ist.',
        asked: 'Der Dieb ist weg, eine neue Karte liegt da, und du wirst noch einmal gefragt.',
      },
      done: 'Wer als Nächstes am Zug ist, darf keinen Dieb spielen.',
    },
    change: {
      steps: {
        bag: 'Ein Beutel enthält Münzen vom Wert 1. Wer zu viel zahlt, zieht daraus Wechselgeld.',
        over: ({ tile }) => `Kaufe ${tile}, viel zu teuer. Für je volle 2 zu viel ziehst du eine Münze.`,
        coin: ({ tile }) => `Ein paar Züge später. Eine Münze zahlt 1 ihrer Währung: So ist ${tile} passend.`,
      },
      done: 'Ausgegebene Münzen kommen zurück in den Beutel.',
    },
    'street-trader': {
      steps: {
        citizens: 'Vor dem Spiel wählen alle geheim drei Bürger. Wähle deine.',
        trader: 'Sie warten auf deinem Händler. Lege ihn an eine Stelle neben dem Brunnen.',
        build: ({ tile }) =>
          `Ein paar Züge später: ${tile} hat die Farbe eines Bürgers. Baue es auf die Stelle des Händlers.`,
        moveIn: 'Der Bürger zieht ein, und ein anderer nimmt seinen Platz. Wähle ihn.',
      },
      done: 'In jeder Wertung bringen Bürger verschiedener Farben je Serie 1, 3, 6, 10, 15 oder 21 Punkte.',
    },
    camps: {
      steps: {
        market: 'Feldlager kommen mit den Gebäuden auf den Bauhof und werden wie sie bezahlt.',
        buy: ({ tile }) => `Kaufe ${tile}. Die Bastionen gehören an deine Mauer.`,
        build: 'Baue das Feldlager außen, so dass eine Bastion an einer deiner Mauern steht.',
      },
      done: 'In jeder Wertung bringt es einen Punkt für jedes Plättchen in gerader Linie hinter dieser Mauer.',
    },
    bazaars: {
      steps: {
        beside: 'Basare liegen neben dem Bauhof. Jeder hat eine Währung und drei Farben.',
        buy: 'Er kostet, was das Plättchen auf dem Feld seiner Währung kostet. Nur passend darf gezahlt werden.',
        build: 'Du hast noch einmal gehandelt. Baue ihn, wo seine Farben ihn umgeben können.',
      },
      done: 'Ganz am Ende zählen die Gebäude ringsum in seinen Farben, mal die Zahl dieser Farben.',
    },
    falconers: {
      steps: {
        points: 'Ein Falke sitzt, wo vier deiner Plättchen zusammenstoßen, wenn seine zwei Farben darunter sind.',
        falcon: 'Kauf einen mit irgendeiner Geldkarte; eine kleine genügt.',
      },
      done: 'Falken sind die einzige Aktion ihres Zuges. Eine Sorte bringt 2, 6, 12, 20 oder 30 Punkte.',
    },
  },
};

export default de;
