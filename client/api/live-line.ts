import {
	LiveMessage,
	type LiveTopic,
	liveCloseCodes,
	livePing,
	livePong,
	liveRememberedMs,
} from "../../shared/overview/live";
import { appConstants } from "../base/app-constants";
import type { ConnectionState } from "./connection";
import type { SessionResponse } from "./session";

/** `since`: epoch ms until which the page has every change. `polling`: the backend pushes no changes. */
export type LineState =
	| { status: "connecting" | "live" | "polling" }
	| { status: "reconnecting" | "stale"; since: number };

export type LiveSocket = Pick<WebSocket, "readyState" | "send" | "close" | "onopen" | "onmessage" | "onclose">;

type LiveLineParts = {
	/** `ageMs`: how old the data on the page may be. */
	openSocket: (ageMs: number) => LiveSocket;
	checkSession: () => Promise<SessionResponse["outcome"]>;
	fetchIsOffered: () => Promise<boolean | null>;
	onChanged: (topics: LiveTopic[] | "everything") => void;
	onOver: () => void;
	now: () => number;
	pageAgeMs: () => number;
	random: () => number;
};

const { jitterMs, retryFromMs, retryToMs, staleAfterMs, pingEveryMs, pongWithinMs, loadWithinMs } = appConstants.live;

/** The page's connection for invalidations. After a lost connection screens fetch again, so no data is lost. */
export function createLiveLine(parts: LiveLineParts) {
	const { openSocket, checkSession, fetchIsOffered, onChanged, onOver, now, pageAgeMs, random } = parts;
	let state: LineState = { status: "connecting" };
	const listeners = new Set<() => void>();
	let socket: LiveSocket | null = null;
	let isStarted = false;
	let isOffered: boolean | null = null;
	let failures = 0;
	let openedAt = 0;
	let lastSeenAt = 0;
	let hasMissed = false;
	let retryTimer: ReturnType<typeof setTimeout> | undefined;
	let staleTimer: ReturnType<typeof setTimeout> | undefined;
	let pingTimer: ReturnType<typeof setTimeout> | undefined;

	function become(next: LineState): void {
		state = next;
		for (const listener of listeners) listener();
	}

	function connect(): void {
		clearTimeout(retryTimer);
		const ageMs = now() - lastSeenAt + Math.min(loadWithinMs, pageAgeMs());
		const isCaughtUp = !hasMissed && ageMs <= liveRememberedMs;
		const opened = openSocket(isCaughtUp ? ageMs : 0);
		socket = opened;
		let wasOpen = false;
		opened.onopen = () => {
			if (socket !== opened) return;
			wasOpen = true;
			isOffered = true;
			openedAt = now();
			lastSeenAt = openedAt;
			hasMissed = false;
			clearTimeout(staleTimer);
			staleTimer = undefined;
			become({ status: "live" });
			ping(opened);
			if (!isCaughtUp) onChanged("everything");
		};
		opened.onmessage = ({ data }) => {
			if (socket !== opened) return;
			lastSeenAt = now();
			if (data !== livePong) hear(data);
		};
		opened.onclose = ({ code }) => {
			if (socket === opened) lose(code, wasOpen);
		};
	}

	function hear(data: unknown): void {
		const message = LiveMessage.safeParse(parsedOrNull(data));
		if (message.success) onChanged(message.data.changed);
	}

	/** A lost network does not close the socket; a missing pong shows the loss. */
	function ping(opened: LiveSocket): void {
		clearTimeout(pingTimer);
		pingTimer = setTimeout(() => {
			const requestedAt = now();
			opened.send(livePing);
			pingTimer = setTimeout(() => {
				if (lastSeenAt >= requestedAt) return ping(opened);
				hangUp();
				lose(null, true);
			}, pongWithinMs);
		}, pingEveryMs);
	}

	function hangUp(): void {
		clearTimeout(pingTimer);
		clearTimeout(retryTimer);
		const closed = socket;
		socket = null;
		if (!closed) return;
		// Browsers log an error for a socket that is closed before it was open.
		if (closed.readyState === WebSocket.CONNECTING) closed.onopen = () => closed.close();
		else closed.close();
	}

	function lose(code: number | null, wasOpen: boolean): void {
		clearTimeout(pingTimer);
		socket = null;
		hasMissed = true;
		if (code === liveCloseCodes.tooMany) {
			stopWaiting({ status: "polling" });
			return;
		}
		if (state.status !== "stale") become({ status: "reconnecting", since: lastSeenAt });
		staleTimer ??= setTimeout(() => {
			if (state.status === "reconnecting") become({ status: "stale", since: lastSeenAt });
		}, staleAfterMs);
		const isSignedOut = code === liveCloseCodes.signedOut;
		if (isSignedOut || code === liveCloseCodes.accessChanged) onChanged("everything");
		const isCheckDue = !wasOpen || isSignedOut;
		// Back off even if connections close right after they open.
		if (wasOpen && now() - openedAt > retryToMs) failures = 0;
		const waitMs = Math.min(retryToMs, retryFromMs * 2 ** failures) * (0.5 + random() / 2);
		failures += 1;
		// The screen's own requests detect an ended session and lead to sign-in before a handshake is denied.
		const delayFirstMs = isSignedOut ? jitterMs : 0;
		retryTimer = setTimeout(() => void (isCheckDue ? checkAndConnect() : connect()), delayFirstMs + waitMs);
	}

	/** A browser does not report why a handshake was denied, so the page checks first. */
	async function checkAndConnect(): Promise<void> {
		isOffered ??= await fetchIsOffered();
		if (!isStarted || socket !== null) return;
		if (isOffered === false) return stopWaiting({ status: "polling" });
		const outcome = await checkSession();
		if (!isStarted || socket !== null) return;
		if (outcome !== "signed-out" && outcome !== "other-person") return connect();
		onOver();
		stopWaiting({ status: "stale", since: lastSeenAt });
	}

	function stopWaiting(next: LineState): void {
		clearTimeout(staleTimer);
		staleTimer = undefined;
		become(next);
	}

	function rest(): void {
		isStarted = false;
		hasMissed = true;
		hangUp();
	}

	function stop(): void {
		rest();
		stopWaiting({ status: "connecting" });
	}

	const isWaiting = () => isStarted && socket === null;

	/** The browser is offline: a socket would seem open until its next ping. */
	function drop(): void {
		if (socket === null || !isStarted) return;
		const wasOpen = state.status === "live";
		hangUp();
		lose(null, wasOpen);
	}

	return {
		read: () => state,
		onState(listener: () => void): () => void {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		start(): void {
			if (isStarted) return;
			isStarted = true;
			failures = 0;
			lastSeenAt = lastSeenAt === 0 ? now() : lastSeenAt;
			connect();
		},
		hurry(): void {
			if (!isWaiting() || isOffered === false) return;
			clearTimeout(retryTimer);
			failures = 0;
			void checkAndConnect();
		},
		drop,
		rest,
		stop,
	};
}

/** While calls fail, nothing is live, even if the socket seems open. */
export function lineBeside(
	state: LineState,
	{ isLost, lastGoodAt }: Pick<ConnectionState, "isLost" | "lastGoodAt">,
): LineState {
	return isLost && state.status === "live" ? { status: "reconnecting", since: lastGoodAt ?? 0 } : state;
}

function parsedOrNull(data: unknown): unknown {
	try {
		return JSON.parse(String(data));
	} catch {
		return null; // a message of another version: the next fetch has its change
	}
}
