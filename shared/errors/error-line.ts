// Error texts in log lines. Only known pieces are written, because a text may contain user input.

import { appendAll } from "../base/lists";
import { ownTexts } from "./own-texts";

const names = "\\w[\\w.]*(?:, \\w[\\w.]*)*";

/** Each match states the kind of error and contains no data. */
const knownTexts = [
	/^[A-Z][A-Za-z]*(?:Error|Exception)(?=:)/,
	/\bD1_[A-Z_]*ERROR\b|\bSQLITE_[A-Z_]+\b/,
	new RegExp(`\\b(?:UNIQUE|NOT NULL|CHECK|FOREIGN KEY|PRIMARY KEY) constraint failed(?:: ${names})?`),
	/\bFailed query: (?:insert into|update|delete from) "\w+"|\bFailed query: select\b/,
	/\bno such (?:table|column|index): \w[\w.]*/,
	/\bdatabase (?:or disk is full|is locked|disk image is malformed)/,
	/\btoo many SQL variables\b|\bstring or blob too big\b|\bstatement too long\b/i,
	/\bCannot read properties of (?:undefined|null)\b/,
	/\bis not (?:a function|iterable|defined)\b/,
	/\bMaximum call stack size exceeded\b/,
	/\bUnexpected (?:token|end of (?:JSON )?input)\b/,
	/\b(?:Network connection lost|Connection refused|The operation (?:was aborted|timed out))\b/i,
	/\binternal error(?:; reference = \w+)?/,
	/\bDurable Object (?:is overloaded|reset because its code was updated|storage operation exceeded timeout)\b/i,
	/\bexceeded its (?:memory|CPU|time) limit\b|\bToo many (?:subrequests|requests)\b/i,
	/\bSettings not valid: [A-Z\d_]+(?:, [A-Z\d_]+)*/,
	/\b[a-z]\w*\.[a-z]\w* changed something and recorded nothing\b/,
	/\bThe bucket holds (?:nothing|\d+) of \d+ bytes\b/,
	/\b(?:The account|The error service|The signing keys) answered \d{3}\b|\bHTTP \d{3}\b/,
];

/** The only error text that log lines accept. */
export type KnownText = string & { readonly isKnown: true };

function piecesOf({ name, message }: Error): string[] {
	if (ownTexts.has(message)) return [message];
	return knownTexts.flatMap((known) => known.exec(`${name}: ${message}`)?.[0] ?? []);
}

const causesRead = 4;

/** Known texts of an error and its causes: a failed query has the reason only there. Empty if none is known. */
export function knownTextOf(error: Error): KnownText {
	const pieces: string[] = [];
	let next: unknown = error;
	for (let read = 0; read < causesRead && next instanceof Error; read += 1) {
		appendAll(pieces, piecesOf(next));
		next = next.cause;
	}
	return pieces.join("; ") as KnownText; // only known pieces
}

const frame = /^\s+at (?:[\w.$<>[\] ]+ \()?[\w.$<>/:@?=&%-]+:\d+:\d+\)?$/;

export function framesOf(error: Error): string {
	const { stack = "", message } = error;
	// The text precedes the frames and may have several lines.
	const textAt = stack.indexOf(message);
	const frames = textAt < 0 ? "" : stack.slice(textAt + message.length);
	return frames
		.split("\n")
		.filter((line) => frame.test(line))
		.join("\n");
}
