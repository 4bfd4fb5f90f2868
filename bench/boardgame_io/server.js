// boardgame.io's own server, with its own storage in files: node server.js PORT FOLDER
const { FlatFile, Server } = require("boardgame.io/server");
const { Skirmish } = require("./skirmish");

const [port, dir] = process.argv.slice(2);
const server = Server({ games: [Skirmish], db: new FlatFile({ dir }), origins: [] });
server.run({ port: Number(port) });
