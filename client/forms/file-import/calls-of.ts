import { limits } from "../../../shared/limits";

/** Leaves room for the envelope in a request body. */
const callBytes = limits.proxyBodyBytes * 0.9;

/** Neither too many things for one call nor too many bytes. */
export function callsOf<Thing>(things: readonly Thing[], most: number, sent: (thing: Thing) => unknown): Thing[][] {
	const calls: Thing[][] = [];
	let bytes = Number.POSITIVE_INFINITY;
	for (const thing of things) {
		// A UTF-16 unit takes at most three bytes of UTF-8.
		const size = JSON.stringify(sent(thing)).length * 3;
		const last = calls.at(-1);
		if (last && last.length < most && bytes + size <= callBytes) {
			last.push(thing);
			bytes += size;
		} else {
			calls.push([thing]);
			bytes = size;
		}
	}
	return calls;
}
