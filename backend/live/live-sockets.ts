import {
	type LiveMessage,
	type LiveTopic,
	liveAgeParameter,
	liveCloseCodes,
	livePing,
	livePong,
	liveRememberedMs,
} from "../../shared/overview/live";
import type { AccountDb, Identity, Invalidations, LiveAccess } from "../base/context";
import type { UserRow } from "../db/account-rows";
import { type Changes, createRecentChanges, LiveListener, standingOf, visibleTopics } from "./live-listener";

const betweenInvalidationsMs = 1_000;
const socketsPerUser = 50;
/** RFC 6455, 7.4.1. */
const normalClosureCode = 1000;

const mostMessageBytes = 1_000;
const mostMessages = 20;
const messagesPeriodMs = 10_000;

type Parts = { state: DurableObjectState; db: AccountDb; now: () => number };

/** `changedWithin`: ms since the page loaded its data. */
type NewSocket = Omit<LiveListener, "openedAt"> & { changedWithin: number };

export type LiveSockets = Invalidations &
	LiveAccess & {
		accept(socket: NewSocket): Response;
		received(socket: WebSocket, message: string | ArrayBuffer): void;
		left(socket: WebSocket): void;
		closeAll(): void;
	};

/** Sockets survive hibernation. Pending invalidations do not, which delays a screen until the next one. */
export function createLiveSockets({ state, db, now }: Parts): LiveSockets {
	const guard = createMessageGuard(now);
	const recent = createRecentChanges();
	let gathered: Changes = new Map();
	let sentAt = Number.NEGATIVE_INFINITY;
	let isInvalidationDue = false;

	// The runtime responds to pings, which wake no object.
	state.setWebSocketAutoResponse(new WebSocketRequestResponsePair(livePing, livePong));

	function send(): void {
		isInvalidationDue = false;
		const changes = gathered;
		gathered = new Map();
		sentAt = now();
		for (const socket of openSockets(state)) sendVisible(socket, changes);
	}

	function sendVisible(socket: WebSocket, changes: Changes): void {
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
			recent.record(topic, deviceIds, at);
			if (!isInvalidationDue && openSockets(state).length === 0) return;
			gather(gathered, topic, deviceIds);
			if (isInvalidationDue) return;
			isInvalidationDue = true;
			const restMs = sentAt + betweenInvalidationsMs - at;
			// At the end of the turn, so that all changes of one write are sent together.
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
			if (missed.size > 0) sendVisible(server, missed);
			return new Response(null, { status: 101, webSocket: client });
		},

		accessChanged(userId) {
			for (const socket of openSockets(state, userId)) {
				const standing = standingOf(db, listenerOf(socket), now());
				if (!standing.isEntitled) closeSocket(socket, standing.code);
			}
		},

		left(socket) {
			// The closing handshake needs both ends. Until then the runtime counts the socket.
			closeSocket(socket, normalClosureCode);
		},

		closeAll() {
			for (const socket of openSockets(state)) closeSocket(socket, liveCloseCodes.accessChanged);
		},

		received(socket, message) {
			if (!guard.isTolerable(socket, message)) closeSocket(socket, liveCloseCodes.policyViolation);
		},
	};
}

function gather(changes: Changes, topic: LiveTopic, deviceIds: string[] | "all"): void {
	const known = changes.get(topic);
	if (known === "all") return;
	if (deviceIds === "all") changes.set(topic, "all");
	else if (known) for (const id of deviceIds) known.add(id);
	else changes.set(topic, new Set(deviceIds));
}

function openSockets(state: DurableObjectState, userId?: string): WebSocket[] {
	return state.getWebSockets(userId).filter(({ readyState }) => readyState === WebSocket.OPEN);
}

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
		// The connection just broke; the write behind the invalidation must not fail.
	}
}

function closeSocket(socket: WebSocket, code: number): void {
	try {
		socket.close(code);
	} catch {}
}

type Handshake = { request: Request; user: UserRow; identity: Identity };

export function listen(live: Pick<LiveSockets, "accept">, { request, user, identity }: Handshake): Response {
	return live.accept({
		userId: user.id,
		role: user.role,
		scope: user.scope,
		signIn: identity.signIn,
		expiresAt: identity.expiresAt,
		changedWithin: ageOf(request.url),
	});
}

function ageOf(url: string): number {
	const age = Number(new URL(url).searchParams.get(liveAgeParameter) ?? 0);
	return Number.isFinite(age) ? Math.min(Math.max(age, 0), liveRememberedMs) : 0;
}

/** Pages send only pings. Other messages are counted, so that none keeps an object awake. */
function createMessageGuard(now: () => number) {
	const counts = new WeakMap<WebSocket, { since: number; messages: number }>();
	return {
		isTolerable(socket: WebSocket, message: string | ArrayBuffer): boolean {
			const size = typeof message === "string" ? message.length : message.byteLength;
			if (size > mostMessageBytes) return false;
			const at = now();
			const known = counts.get(socket);
			const count = known && at - known.since < messagesPeriodMs ? known : { since: at, messages: 0 };
			count.messages += 1;
			counts.set(socket, count);
			return count.messages <= mostMessages;
		},
	};
}
