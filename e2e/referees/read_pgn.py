"""Reads games with python-chess: a JSON list of texts comes in, and for each text goes out every move with its depth,
the position at the end of every line, and how many errors there were."""

import io
import json
import logging
import sys

import chess.pgn

logging.disable(logging.CRITICAL)


def without_blank_lines(text):
    """python-chess ends a game at a blank line; only those between tags and moves and those in comments may stay."""
    lines, tags, comment = [], True, False
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        if tags and line.strip() and not line.startswith(("[", "%", ";")):
            tags = False
        if line.strip() or tags or comment:
            lines.append(line)
        if not (tags or line.startswith("%")):
            for letter in line:
                if letter == ";" and not comment:
                    break
                comment = letter == "{" or (comment and letter != "}")
    return "\n".join(lines)


def nodes_of(game):
    nodes = []
    if not game.variations:
        return nodes
    try:
        board = game.board()
    except ValueError:  # a variant that it does not know: it read the game as chess
        board = chess.Board(game.headers.get("FEN", chess.STARTING_FEN))
    stack = [(child, 1, board) for child in reversed(game.variations)]
    while stack:
        node, depth, board = stack.pop()
        uci = board.uci(node.move, chess960=board.chess960) if node.move else "0000"
        board = board.copy(stack=False)
        board.push(node.move)
        nodes.append([depth, uci, "" if node.variations else board.fen()])
        stack.extend((child, depth + 1, board) for child in reversed(node.variations))
    return nodes


def read(text):
    try:
        game = chess.pgn.read_game(io.StringIO(without_blank_lines(text)))
    except IndexError:  # python-chess 1.11 falls over a variation before the first move
        return {"errors": 1, "nodes": []}
    return {"errors": len(game.errors), "nodes": nodes_of(game)} if game else {"errors": 1, "nodes": []}


print(json.dumps([read(text) for text in json.load(sys.stdin)]))
