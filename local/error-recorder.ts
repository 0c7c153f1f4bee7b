import { minuteMs } from "../shared/base/durations";

/** Replaces the error-reporting service in local runs: keeps unpacked envelopes in memory. */

type Item = { type: string; header: Record<string, unknown>; payload: string };
type RecordedEnvelope = { headers: Record<string, string>; header: unknown; items: Item[] };

type RecorderState = "accept" | "refuse" | "silent";

const most = 500;
const silentMs = minuteMs;
const newline = 10;
let state: RecorderState = "accept";
let recorded: RecordedEnvelope[] = [];

export function beginRecording(next: RecorderState): void {
	state = next;
	recorded = [];
}

export function recordedEnvelopes(): RecordedEnvelope[] {
	return recorded;
}

export async function recordEnvelope(request: Request): Promise<Response> {
	if (state === "silent") await scheduler.wait(silentMs);
	if (state !== "accept") return new Response(null, { status: 500 });
	const envelope = await parseEnvelope(new Uint8Array(await request.arrayBuffer()));
	recorded = [...recorded, { headers: Object.fromEntries(request.headers), ...envelope }].slice(-most);
	return Response.json({});
}

/** https://develop.sentry.dev/sdk/foundations/envelopes/ */
async function parseEnvelope(bytes: Uint8Array<ArrayBuffer>): Promise<Omit<RecordedEnvelope, "headers">> {
	let at = 0;
	const nextLine = () => {
		const found = bytes.indexOf(newline, at);
		const end = found === -1 ? bytes.length : found;
		const line = bytes.subarray(at, end);
		at = end + 1;
		return line;
	};
	const text = (part: Uint8Array) => new TextDecoder().decode(part);
	const header: unknown = JSON.parse(text(nextLine()));
	const items: Item[] = [];
	while (at < bytes.length) {
		const itemHeader: Record<string, unknown> = JSON.parse(text(nextLine()));
		const { type, length } = itemHeader;
		const payload = typeof length === "number" ? bytes.subarray(at, at + length) : nextLine();
		if (typeof length === "number") at += length + 1;
		const isRecording = type === "replay_recording";
		items.push({
			type: String(type),
			header: itemHeader,
			payload: isRecording ? await unpackRecording(payload) : text(payload),
		});
	}
	return { header, items };
}

async function unpackRecording(payload: Uint8Array<ArrayBuffer>): Promise<string> {
	const start = payload.indexOf(newline) + 1;
	const body = payload.subarray(start);
	const head = new TextDecoder().decode(payload.subarray(0, start));
	const isPlain = body[0] === "[".charCodeAt(0);
	if (isPlain) return head + new TextDecoder().decode(body);
	const inflated = new Response(body).body?.pipeThrough(new DecompressionStream("deflate"));
	return head + (await new Response(inflated).text());
}
