const mostBytes = 1_000;
const mostMessages = 20;
const periodMs = 10_000;

/** Pages say nothing but ping, which the runtime answers. Others are counted, so that nobody keeps an object awake for nothing. */
export function createMessageGuard(now: () => number) {
	const counts = new WeakMap<WebSocket, { since: number; messages: number }>();
	return {
		isTolerable(socket: WebSocket, message: string | ArrayBuffer): boolean {
			const size = typeof message === "string" ? message.length : message.byteLength;
			if (size > mostBytes) return false;
			const at = now();
			const known = counts.get(socket);
			const count = known && at - known.since < periodMs ? known : { since: at, messages: 0 };
			count.messages += 1;
			counts.set(socket, count);
			return count.messages <= mostMessages;
		},
	};
}
