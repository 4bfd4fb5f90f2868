// A card game for two, about as large as ours: play one card of your hand, or pass; when both
// have passed, the higher line takes the region that is fought for, and when somebody has no cards
// both are dealt ten. With all regions taken a new map is laid out: a measurement does not end.
const { INVALID_MOVE, PlayerView, TurnOrder } = require("boardgame.io/core");

const HAND = 10;
const REGIONS = [
  ...["ancona", "bologna", "ferrara", "firenze", "genova", "lucca", "mantova", "milano", "modena"],
  ...["napoli", "parma", "roma", "siena", "spoleto", "torino", "urbino", "venezia"],
];
const CARDS = [1, 2, 3, 4, 5, 6, 10].flatMap((value) => Array(8).fill(value));

function newMap() {
  return { regions: REGIONS.map((name) => ({ name, owner: null })), contested: 0 };
}

function deal(G, random) {
  const cards = random.Shuffle(CARDS);
  for (const player of Object.values(G.players)) player.hand = cards.splice(0, HAND);
  G.secret.deck = cards;
  G.discarded = [];
}

function goOn(G, random) {
  if (!Object.keys(G.players).every((seat) => isOut(G, seat))) return;
  const sums = G.lines.map((line) => line.reduce((sum, value) => sum + value, 0));
  if (sums[0] !== sums[1]) G.regions[G.contested].owner = sums[0] > sums[1] ? 0 : 1;
  G.contested = G.regions.findIndex((region) => region.owner === null);
  if (G.contested < 0) Object.assign(G, newMap());
  G.discarded.push(...G.lines.flat());
  G.lines = [[], []];
  G.passed = [false, false];
  if (Object.values(G.players).some((player) => player.hand.length === 0)) deal(G, random);
}

function isOut(G, seat) {
  return G.passed[seat] || G.players[seat].hand.length === 0;
}

function next({ G, ctx }) {
  const other = (ctx.playOrderPos + 1) % ctx.numPlayers;
  return isOut(G, ctx.playOrder[other]) ? ctx.playOrderPos : other;
}

module.exports.Skirmish = {
  name: "skirmish",
  minPlayers: 2,
  maxPlayers: 2,
  // Nothing that showed a card can be taken back; boardgame.io then keeps no copies for it either.
  disableUndo: true,
  setup: ({ random }) => {
    const players = { 0: { hand: [] }, 1: { hand: [] } };
    const G = { secret: {}, players, lines: [[], []], passed: [false, false], ...newMap() };
    deal(G, random);
    return G;
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1, order: { ...TurnOrder.DEFAULT, next } },
  moves: {
    play: ({ G, playerID, random }, index) => {
      const hand = G.players[playerID].hand;
      if (!Number.isInteger(index) || index < 0 || index >= hand.length) return INVALID_MOVE;
      G.lines[playerID].push(...hand.splice(index, 1));
      goOn(G, random);
    },
    pass: ({ G, playerID, random }) => {
      G.passed[playerID] = true;
      goOn(G, random);
    },
  },
};
