import { type LiveMessage, type LiveTopic, liveCloseCodes, livePing, livePong } from "../../shared/live";
import type { AccountDb } from "../context";
import type { Hints } from "./hints";
import { LiveListener, standingOf } from "./live-listener";
import { createMessageGuard } from "./message-guard";
import { createRecentChanges } from "./recent-changes";
import { type Changes, visibleTopics } from "./visible-topics";

const betweenHintsMs = 1_000;
const socketsPerUser = 50;
/** RFC 6455, 7.4.1. */
const normalClosureCode = 1000;

type Parts = { state: DurableObjectState; db: AccountDb; now: () => number };

/** `changedWithin`: how long ago, in ms, the page asked for what it shows. */
export type NewSocket = Omit<LiveListener, "openedAt"> & { changedWithin: number };

export type LiveSockets = Hints & {
	/** Opens a socket; the answer is the handshake's. */
	accept(socket: NewSocket): Response;
	/** To be called in the turn in which somebody's membership, role, scope or sessions change: closes what is not theirs any more. */
	accessChanged(userId: string): void;
	/** What came in by a socket, which is nothing that matters. */
	received(socket: WebSocket, message: string | ArrayBuffer): void;
	/** The page closed its end, or the connection broke. */
	left(socket: WebSocket): void;
};

/**
 * The open screens of one account: each hears at most once a second, and once on opening of what it missed. Sockets belong to the runtime, so that the object may sleep; what is gathered for
 * the next hint is in memory alone. If the object is evicted within that second the hint is lost, which costs a
 * screen nothing but time: it asks again at the next one, or when it connects anew.
 */
export function createLiveSockets({ state, db, now }: Parts): LiveSockets {
	const guard = createMessageGuard(now);
	const recent = createRecentChanges();
	let gathered: Changes = new Map();
	let sentAt = Number.NEGATIVE_INFINITY;
	let isHintDue = false;

	// Answered by the runtime: a ping wakes no object.
	state.setWebSocketAutoResponse(new WebSocketRequestResponsePair(livePing, livePong));

	function send(): void {
		isHintDue = false;
		const changes = gathered;
		gathered = new Map();
		sentAt = now();
		for (const socket of openSockets(state)) tell(socket, changes);
	}

	function tell(socket: WebSocket, changes: Changes): void {
		const standing = standingOf(db, listenerOf(socket), now());
		if (!standing.isEntitled) {
			closeSocket(socket, standing.code);
			return;
		}
		const changed = visibleTopics(db, standing.user, changes);
		if (changed.length > 0) sendMessage(socket, { changed });
	}

	return {
		changed(topic, deviceIds) {
			const at = now();
			recent.note(topic, deviceIds, at);
			if (!isHintDue && openSockets(state).length === 0) return;
			gather(gathered, topic, deviceIds);
			if (isHintDue) return;
			isHintDue = true;
			const restMs = sentAt + betweenHintsMs - at;
			// At the end of the turn, so that all that one write changes is told at once.
			if (restMs <= 0) queueMicrotask(send);
			else setTimeout(send, restMs);
		},

		accept({ changedWithin, ...listener }) {
			const openedAt = now();
			closeOldest(openSockets(state, listener.userId));
			const { 0: client, 1: server } = new WebSocketPair();
			state.acceptWebSocket(server, [listener.userId]);
			server.serializeAttachment({ ...listener, openedAt } satisfies LiveListener);
			const missed = recent.since(openedAt - changedWithin);
			if (missed.size > 0) tell(server, missed);
			return new Response(null, { status: 101, webSocket: client });
		},

		accessChanged(userId) {
			for (const socket of openSockets(state, userId)) {
				const standing = standingOf(db, listenerOf(socket), now());
				if (!standing.isEntitled) closeSocket(socket, standing.code);
			}
		},

		left(socket) {
			// The closing handshake takes both ends; until then the runtime counts the socket.
			closeSocket(socket, normalClosureCode);
		},

		received(socket, message) {
			if (!guard.isTolerable(socket, message)) closeSocket(socket, liveCloseCodes.policyViolation);
		},
	};
}

function gather(changes: Changes, topic: LiveTopic, deviceIds: string[] | "all"): void {
	const known = changes.get(topic);
	if (known === "all") return;
	changes.set(topic, deviceIds === "all" ? "all" : new Set([...(known ?? []), ...deviceIds]));
}

function openSockets(state: DurableObjectState, userId?: string): WebSocket[] {
	return state.getWebSockets(userId).filter(({ readyState }) => readyState === WebSocket.OPEN);
}

/** Makes room for one more. */
function closeOldest(sockets: WebSocket[]): void {
	const byAge = sockets.sort((one, other) => listenerOf(one).openedAt - listenerOf(other).openedAt);
	for (const socket of byAge.slice(0, Math.max(0, byAge.length + 1 - socketsPerUser))) {
		closeSocket(socket, liveCloseCodes.tooMany);
	}
}

function listenerOf(socket: WebSocket): LiveListener {
	return LiveListener.parse(socket.deserializeAttachment());
}

function sendMessage(socket: WebSocket, message: LiveMessage): void {
	try {
		socket.send(JSON.stringify(message));
	} catch {
		// The connection broke in this moment; the write that is being told of must not fail by it.
	}
}

function closeSocket(socket: WebSocket, code: number): void {
	try {
		socket.close(code);
	} catch {
		// Broken already, so there is nothing left to close.
	}
}
