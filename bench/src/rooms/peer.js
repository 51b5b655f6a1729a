// A minimal host of rooms with Node and `ws`: the same messages as ours for two players, the same commitments, hash
// chain, clocks, ticks, pings and journal. It handles captures but not ko, does not compensate lag, forgets players who
// leave, and validates nothing but the commitment.
'use strict';
const crypto = require('crypto');
const fs = require('fs');
const http = require('http');
const { WebSocketServer } = require('ws');

const journal = process.argv[2] ? fs.openSync(process.argv[2], 'a') : null;
const rooms = new Map();
const sha = (...parts) => parts.reduce((hash, part) => hash.update(part), crypto.createHash('sha256')).digest();

// One write and one sync for everything that has arrived meanwhile.
let lines = [];
let waiting = [];
let writing = false;
function append(room, input, then) {
  if (journal === null) return then();
  lines.push(JSON.stringify({ room: room.id, at: Date.now(), input }) + '\n');
  waiting.push(then);
  if (!writing) flush();
}
function flush() {
  writing = true;
  const [batch, done] = [lines.join(''), waiting];
  lines = [];
  waiting = [];
  fs.write(journal, batch, () => fs.fdatasync(journal, () => {
    for (const then of done) then();
    if (lines.length > 0) flush(); else writing = false;
  }));
}

class Room {
  constructor(id, settings) {
    Object.assign(this, { id, settings, seats: [], game: 0, turn: 0, promised: [null, null], shown: [null, null] });
    this.size = settings.boardSize;
    this.board = new Uint8Array(this.size * this.size);
    this.lost = [0, 0];
    this.chain = Buffer.alloc(32);
  }

  send(seat, message) {
    seat.sent += 1;
    seat.socket.send(JSON.stringify({ seq: seat.sent, heard: seat.received, game: this.game, turn: this.turn, ...message }));
  }

  sendAll(message) {
    for (const seat of this.seats) this.send(seat, message);
  }

  timers() {
    const now = Date.now();
    const left = (seat) => Math.max(0, seat.left - (seat.since === null ? 0 : now - seat.since));
    const [black, white] = this.seats;
    return {
      blackTime: left(black), whiteTime: left(white), blackByoYomi: null, whiteByoYomi: null,
      running: [black.since !== null, white.since !== null],
    };
  }

  here(you) {
    const names = [0, 1].map((n) => this.seats[n]?.name ?? null);
    const present = [0, 1].map((n) => this.seats[n] !== undefined);
    const ready = [0, 1].map((n) => this.seats[n]?.ready ?? false);
    return { type: 'room', you, settings: this.settings, revision: 1, names, present, ready, spectators: 0, adjourned: false };
  }

  sendPresence() {
    this.seats.forEach((seat, n) => this.send(seat, this.here(n === 0 ? 'black' : 'white')));
  }

  join(socket, asked) {
    if (this.seats.length === 2) return null;
    const color = this.seats.length;
    const seat = { socket, color, name: asked.playerName, token: asked.token, sent: 0, received: 0, ready: false, left: 0, since: null };
    this.seats.push(seat);
    this.send(seat, { type: 'joined', version: 1, color: color === 0 ? 'black' : 'white', gameSettings: this.settings, nextSeq: 1 });
    this.sendPresence();
    return seat;
  }

  ready(seat) {
    seat.ready = true;
    this.sendPresence();
    if (this.seats.length < 2 || !this.seats.every((other) => other.ready)) return;
    this.game = 1;
    this.turn = 1;
    this.gameId = crypto.randomBytes(16);
    this.chain = sha('game', this.gameId, JSON.stringify(this.settings));
    for (const other of this.seats) {
      other.left = this.settings.time.baseSeconds * 1000;
      this.send(other, {
        type: 'game_start', id: this.gameId.toString('hex'), color: other.color === 0 ? 'black' : 'white',
        settings: this.settings, names: this.seats.map((one) => one.name),
      });
    }
    this.beginTurn();
    this.tick();
  }

  beginTurn() {
    this.promised = [null, null];
    this.shown = [null, null];
    for (const seat of this.seats) seat.since = Date.now();
    this.sendAll({ type: 'turn_start', turnNumber: this.turn, timers: this.timers() });
  }

  tick() {
    this.timer = setTimeout(() => {
      this.sendAll({ type: 'time_update', timers: this.timers() });
      this.tick();
    }, 1000);
  }

  submit(seat, asked) {
    if (asked.turn !== this.turn || this.promised[seat.color] !== null) return;
    const spent = Date.now() - seat.since;
    seat.left -= spent;
    seat.since = null;
    this.promised[seat.color] = { commit: asked.commit, spent };
    const other = this.seats[1 - seat.color];
    const waits = this.promised[other.color] === null;
    this.send(seat, { type: 'move_ack', waiting: waits });
    if (waits) return this.send(other, { type: 'opponent_ready', reveal: false });
    for (const one of this.seats) {
      this.send(one, { type: 'opponent_ready', reveal: true, commit: this.promised[1 - one.color].commit });
    }
  }

  reveal(seat, asked) {
    if (asked.turn !== this.turn || this.promised[seat.color] === null) return;
    const { x, y } = asked.move;
    const nonce = Buffer.from(asked.nonce, 'hex');
    const turn = Buffer.alloc(4);
    turn.writeUInt32BE(this.turn);
    const point = Buffer.from([seat.color === 0 ? 66 : 87, x, y]);
    const commit = sha('tabiya/commit/1\0', this.gameId, turn, point, nonce).toString('hex');
    if (commit !== this.promised[seat.color].commit) return;
    this.shown[seat.color] = { x, y, nonce: asked.nonce };
    if (this.shown.every((one) => one !== null)) this.resolve();
  }

  resolve() {
    const [black, white] = this.shown.map(({ x, y }) => y * this.size + x);
    const collision = black === white;
    this.board[black] = collision ? 3 : 1;
    if (!collision) this.board[white] = 2;
    this.capture();
    const picture = Array.from(this.board, (cell) => '.XO#'[cell]).join('');
    const position = sha(picture).toString('hex').slice(0, 16);
    this.chain = sha('link', this.chain, String(this.turn), JSON.stringify(this.promised), position);
    const half = (n) => ({
      move: { x: this.shown[n].x, y: this.shown[n].y }, commit: this.promised[n].commit, nonce: this.shown[n].nonce,
      spent: this.promised[n].spent,
    });
    const link = {
      turn: this.turn, event: 'turn', black_move: half(0), white_move: half(1), position, chain: this.chain.toString('hex'),
    };
    this.turn += 1;
    this.sendAll({
      type: 'turn_result', link, board: picture, captures: this.lost, isCollision: collision, timers: this.timers(),
    });
    this.beginTurn();
  }

  capture() {
    const size = this.size;
    const seen = new Uint8Array(this.board.length);
    const dead = [];
    for (let start = 0; start < this.board.length; start += 1) {
      const color = this.board[start];
      if (seen[start] || color === 0 || color === 3) continue;
      const group = [start];
      let free = false;
      seen[start] = 1;
      for (let n = 0; n < group.length; n += 1) {
        const at = group[n];
        const x = at % size;
        for (const near of [x > 0 ? at - 1 : -1, x < size - 1 ? at + 1 : -1, at - size, at + size]) {
          if (near < 0 || near >= this.board.length) continue;
          if (this.board[near] === 0) free = true;
          else if (this.board[near] === color && !seen[near]) { seen[near] = 1; group.push(near); }
        }
      }
      if (!free) dead.push(...group);
    }
    for (const at of dead) { this.lost[this.board[at] - 1] += 1; this.board[at] = 0; }
  }
}

function receive(room, state, frame) {
  let asked;
  try { asked = JSON.parse(frame); } catch { return; }
  append(room, asked, () => {
    if (asked.type === 'join') { state.seat = room.join(state.socket, asked); return; }
    const seat = state.seat;
    if (!seat || asked.seq !== seat.received + 1) return;
    seat.received = asked.seq;
    if (asked.type === 'ready') room.ready(seat);
    else if (asked.type === 'submit_move') room.submit(seat, asked);
    else if (asked.type === 'reveal') room.reveal(seat, asked);
  });
}

const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 4096 });

function serve(room, socket) {
  const state = { socket, seat: null };
  let lastMessage = Date.now();
  socket.on('message', (frame) => { lastMessage = Date.now(); receive(room, state, frame); });
  socket.on('pong', () => { lastMessage = Date.now(); });
  socket.on('error', () => {});
  const pings = setInterval(() => (Date.now() - lastMessage > 15000 ? socket.terminate() : socket.ping()), 5000);
  socket.on('close', () => { clearInterval(pings); clearTimeout(room.timer); });
}

const server = http.createServer((request, response) => {
  if (request.method !== 'POST') { response.end('[]'); return; }
  let body = '';
  request.on('data', (part) => { body += part; });
  request.on('end', () => {
    const { settings } = JSON.parse(body);
    const room = new Room(crypto.randomBytes(6).toString('hex'), settings);
    rooms.set(room.id, room);
    append(room, { opened: settings }, () => {
      response.writeHead(201, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ room: room.id }));
    });
  });
});
server.on('upgrade', (request, socket, head) => {
  const room = rooms.get(request.url.split('/')[3]);
  if (!room) { socket.destroy(); return; }
  sockets.handleUpgrade(request, socket, head, (opened) => serve(room, opened));
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => console.log(`http://127.0.0.1:${server.address().port}/`));
