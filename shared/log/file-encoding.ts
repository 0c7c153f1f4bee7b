import { largestOf } from "../base/lists";
import type { FileEncoding, OpenEncoding } from "./reading-import";

const lineEnd = 0x0a;
const sampledLines = 20;
const sampledBytes = 4_000;
const shownLength = 120;
const mostCandidates = 4;
const nearlyBest = 0.8;

/** Bytes of whole lines with letters beyond ASCII. All candidate encodings end lines alike. */
type Sample = { line: number; bytes: Uint8Array };

/** Undecodable bytes become U+FFFD. */
export type Decode = (bytes: Uint8Array, encoding: FileEncoding) => string;

/** Likeliest first. Several: the bytes do not decide. */
export function possibleEncodings(bytes: Uint8Array, decode: Decode): FileEncoding[] {
	if (startsWith(bytes, [0xff, 0xfe])) return ["utf-16le"];
	if (startsWith(bytes, [0xfe, 0xff])) return ["utf-16be"];
	const unmarked = unmarkedUtf16(bytes);
	if (unmarked !== null) return [unmarked];
	if (!decode(bytes, "utf-8").includes("\uFFFD")) return ["utf-8"];
	const samples = samplesOf(bytes);
	if (shareOfUtf8(samples, decode) >= nearlyBest) return ["utf-8"];
	const shares = legacyEncodings.map((encoding) => ({ encoding, share: shareOf(encoding, samples, decode) }));
	if (shares[0]?.share === 1) return ["windows-1252"];
	const best = largestOf(shares.map(({ share }) => share));
	const likely = shares
		.filter(({ share }) => share > 0 && share >= best * nearlyBest)
		.sort((one, other) => other.share - one.share)
		.map(({ encoding }) => encoding);
	if (likely.length === 0) return ["windows-1252"];
	const texts = likely.map((encoding) => samples.map((sample) => decode(sample.bytes, encoding)).join("\n"));
	return likely.filter((_, position) => texts.indexOf(texts[position] ?? "") === position).slice(0, mostCandidates);
}

/** The first ambiguous line in each encoding. Null: the encoding is certain. */
export function openEncoding(
	bytes: Uint8Array,
	{ possible, used }: { possible: readonly FileEncoding[]; used: FileEncoding },
	decode: Decode,
): OpenEncoding | null {
	const [sample] = possible.length > 1 ? samplesOf(bytes) : [];
	if (!sample) return null;
	const candidates = [...new Set([...possible, used])].map((encoding) => {
		return {
			encoding,
			text: decode(sample.bytes, encoding)
				.replace(/\p{Cc}/gu, " ")
				.trim()
				.slice(0, shownLength),
		};
	});
	return { line: sample.line, candidates };
}

/** UTF-16 without a byte order mark: in line ends, digits and separators one byte of two is zero, always the same. */
function unmarkedUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
	const pairs = Math.min(2_000, Math.floor(bytes.length / 2));
	if (pairs < 4) return null;
	let even = 0;
	let odd = 0;
	for (let pair = 0; pair < pairs; pair += 1) {
		if (bytes[pair * 2] === 0) even += 1;
		if (bytes[pair * 2 + 1] === 0) odd += 1;
	}
	if (odd > pairs / 2 && even === 0) return "utf-16le";
	return even > pairs / 2 && odd === 0 ? "utf-16be" : null;
}

function startsWith(bytes: Uint8Array, mark: number[]): boolean {
	return mark.every((byte, index) => bytes[index] === byte);
}

function samplesOf(bytes: Uint8Array): Sample[] {
	const samples: Sample[] = [];
	let [line, from, taken, hasOthers] = [1, 0, 0, false];
	for (
		let position = 0;
		position <= bytes.length && samples.length < sampledLines && taken < sampledBytes;
		position += 1
	) {
		const byte = bytes[position] ?? lineEnd;
		if (byte >= 0x80) hasOthers = true;
		if (byte !== lineEnd) continue;
		if (hasOthers) {
			samples.push({ line, bytes: bytes.subarray(from, Math.min(position, from + sampledBytes)) });
			taken += position - from;
		}
		line += 1;
		[from, hasOthers] = [position + 1, false];
	}
	return samples;
}

/** A truncated last letter must not change the encoding. */
function shareOfUtf8(samples: readonly Sample[], decode: Decode): number {
	const letters = samples.flatMap(({ bytes }) => decode(bytes, "utf-8").match(/[^\0-\x7F]/gu) ?? []);
	return letters.filter((letter) => letter !== "\uFFFD").length / Math.max(letters.length, 1);
}

/** Share of letters beyond ASCII that are usual in the encoding, 0 to 1. */
function shareOf(encoding: (typeof legacyEncodings)[number], samples: readonly Sample[], decode: Decode): number {
	const sum = { letters: 0, weight: 0 };
	for (const { bytes } of samples) {
		const isPaired = encoding in pairWeights;
		const own = isPaired
			? weightOfPairs(bytes, pairWeights[encoding as keyof typeof pairWeights]) // checked on the line above
			: weightOfWords(decode(bytes, encoding), letterSets[encoding as keyof typeof letterSets]); // all others
		sum.letters += own.letters;
		sum.weight += own.weight;
	}
	return sum.weight / Math.max(sum.letters, 1);
}

const legacyEncodings = [
	...(["windows-1252", "windows-1254", "windows-1250", "windows-1251"] as const),
	...(["shift_jis", "euc-kr", "gbk", "big5"] as const),
	...(["windows-1253", "windows-1255", "windows-1256", "windows-874"] as const),
];

/** Letters of headings. Western Europe lists only those that other code pages rarely produce. */
const letterSets = {
	"windows-1252": { letters: /[àáâãäåæçèéêëìíîïñòóôõöøùúûüßÄÅÉÖØÜ]/, isLatin: true },
	"windows-1250": {
		letters: /[áâăäąćčçďđéęëěíîĺľłńňóôőöŕřśşšťţúůűüýźžżßÁĄĆČĎÉĚÍŁŃŇÓÖŘŚŠŤÚŮÜÝŹŽŻ]/,
		isLatin: true,
	},
	"windows-1254": { letters: /[âçğıîöşûüÇĞİÖŞÜ]/, isLatin: true },
	"windows-1251": { letters: /[а-яА-ЯёЁіїєґІЇЄҐў]/, isLatin: false },
	"windows-1253": { letters: /[α-ωΑ-Ωά-ώΆΈ-Ώ]/, isLatin: false },
	"windows-1255": { letters: /[א-ת]/, isLatin: false },
	"windows-1256": { letters: /[ء-ي]/, isLatin: false },
	"windows-874": { letters: /[ก-๛]/, isLatin: false },
} as const;

type LetterSet = (typeof letterSets)[keyof typeof letterSets];
type Weighed = { letters: number; weight: number };

const signs = /^[°µªº²³±·«»‹›‘’‚“”„–—…€£§№½\u00A0]$/;
const tokens = /(?:(?![µªº])[\p{L}\p{M}])+|[^\0-\x7F]/gu;
/** `Wind`, `wind` or `WIND`, and scripts without case. */
const oneCase = /^(?:\p{Lu}?[\p{Ll}\p{M}]*|[\p{Lu}\p{M}]+|[\p{Lo}\p{M}]+)$/u;

function weightOfWords(text: string, { letters, isLatin }: LetterSet): Weighed {
	const sum = { letters: 0, weight: 0 };
	for (const [token] of text.matchAll(tokens)) {
		const foreign = token.match(/[^\0-\x7F]/gu) ?? [];
		sum.letters += foreign.length;
		if (foreign.length === 0) continue;
		const isWord = oneCase.test(token) && isOfOneScript(token, isLatin);
		if (signs.test(token)) sum.weight += 1;
		else if (isWord) sum.weight += foreign.filter((letter) => letters.test(letter)).length;
	}
	return sum;
}

/** Latin words have few letters beyond ASCII; words of other scripts have none in ASCII. */
function isOfOneScript(word: string, isLatin: boolean): boolean {
	return isLatin ? !/[^\0-\x7F]{3}/u.test(word) : !/[a-z]/i.test(word);
}

type PairWeights = {
	/** Weight of a byte that is a letter by itself; null: first byte of a pair. */
	alone: (byte: number, next: number) => number | null;
	pair: (lead: number, trail: number) => number;
};

const within = (byte: number, from: number, to: number) => byte >= from && byte <= to;

/** Weights by rows of the code tables: signs and common letters 1, rare ideographs less, unassigned 0. */
const pairWeights = {
	shift_jis: {
		alone: (byte, next) => (!within(byte, 0xa1, 0xdf) ? null : next >= 0x80 ? 0.9 : 0.3),
		pair: (lead, trail) => {
			if (!within(trail, 0x40, 0xfc)) return 0;
			if (within(lead, 0x81, 0x83) || lead === 0x87 || within(lead, 0x88, 0x97)) return 1;
			return within(lead, 0x98, 0x9f) || within(lead, 0xe0, 0xea) ? 0.6 : 0;
		},
	},
	"euc-kr": {
		alone: () => null,
		pair: (lead, trail) =>
			!within(trail, 0xa1, 0xfe) ? 0 : within(lead, 0xa1, 0xa3) || within(lead, 0xb0, 0xc8) ? 1 : 0.3,
	},
	gbk: {
		alone: () => null,
		pair: (lead, trail) => {
			if (!within(trail, 0xa1, 0xfe)) return 0.1;
			if (within(lead, 0xa1, 0xa3) || within(lead, 0xb0, 0xd7)) return 1;
			return within(lead, 0xd8, 0xf7) ? 0.5 : 0.1;
		},
	},
	big5: {
		alone: () => null,
		pair: (lead, trail) => {
			if (!within(trail, 0x40, 0x7e) && !within(trail, 0xa1, 0xfe)) return 0;
			return within(lead, 0xa1, 0xc6) ? 1 : within(lead, 0xc9, 0xf9) ? 0.4 : 0;
		},
	},
} satisfies { [Encoding in FileEncoding]?: PairWeights };

function weightOfPairs(bytes: Uint8Array, { alone, pair }: PairWeights): Weighed {
	const sum = { letters: 0, weight: 0 };
	for (let position = 0; position < bytes.length; position += 1) {
		const lead = bytes[position] ?? 0;
		if (lead < 0x80) continue;
		sum.letters += 1;
		const single = alone(lead, bytes[position + 1] ?? 0);
		if (single === null) position += 1;
		sum.weight += single ?? pair(lead, bytes[position] ?? 0);
	}
	return sum;
}
