import { makeFetchTransport } from "@sentry/react";
import { withoutKnownSecrets, withoutSecretsIn } from "../../shared/secret-text";

type Transport = ReturnType<typeof makeFetchTransport>;
type Envelope = Parameters<Transport["send"]>[0];
type Item = Envelope[1][number];

/**
 * The one way out of the page: whatever the SDK sends, events, transactions, breadcrumbs, sessions and recordings, passes
 * here without secrets or not at all.
 */
export function scrubbingTransport(options: Parameters<typeof makeFetchTransport>[0]): Transport {
	const transport = makeFetchTransport(options);
	return { ...transport, send: async (envelope) => transport.send(await withoutSecretsInside(envelope)) };
}

async function withoutSecretsInside([header, items]: Envelope): Promise<Envelope> {
	const scrubbed = await Promise.all([...items].map((item) => scrubbedItem(item)));
	// The copies have the shapes of what they were made of: only texts in them are shorter.
	return [withoutSecretsIn(header), scrubbed] as Envelope;
}

async function scrubbedItem([header, payload]: Item): Promise<Item> {
	if (header.type === "replay_recording") {
		if (typeof payload !== "string") throw new Error("A recording came packed, so that nobody could look through it.");
		const packed = await packedRecording(withoutKnownSecrets(payload));
		return [{ ...header, length: packed.length }, packed] as Item;
	}
	if (typeof payload !== "string" && !isPlainObject(payload)) throw new Error(`Nothing is known of ${header.type}.`);
	return [header, withoutSecretsIn(payload)] as Item;
}

function isPlainObject(value: unknown): boolean {
	return typeof value === "object" && value !== null && !ArrayBuffer.isView(value);
}

/** A line of JSON stays, what follows is deflated: the form in which the service takes recordings. */
async function packedRecording(recording: string): Promise<Uint8Array> {
	const start = recording.indexOf("\n") + 1;
	const head = new TextEncoder().encode(recording.slice(0, start));
	const events = new Blob([recording.slice(start)]).stream().pipeThrough(new CompressionStream("deflate"));
	const packed = new Uint8Array(await new Response(events).arrayBuffer());
	const whole = new Uint8Array(head.length + packed.length);
	whole.set(head);
	whole.set(packed, head.length);
	return whole;
}
