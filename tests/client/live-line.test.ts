import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLiveLine, type LiveSocket, lineBeside } from "../../client/api/live-line";

type Outcome = "signed-in" | "other-person" | "signed-out" | "unanswered";

beforeEach(() => {
	vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
	vi.useRealTimers();
});

/** A live line whose server is the test, with a clock of its own half-way through its spread. */
function harness({ outcome = "signed-in" as Outcome, isOffered = true as boolean | null, pageAgeMs = 60_000 } = {}) {
	const sockets: (LiveSocket & { ageMs: number; sent: unknown[]; isClosed: boolean })[] = [];
	const results = { outcome, isOffered };
	const changed = vi.fn();
	const over = vi.fn();
	const checkSession = vi.fn(async () => results.outcome);
	const line = createLiveLine({
		openSocket: (ageMs) => {
			const socket = {
				ageMs,
				readyState: WebSocket.OPEN,
				sent: [] as unknown[],
				isClosed: false,
				onopen: null,
				onmessage: null,
				onclose: null,
				send: (text: unknown) => void socket.sent.push(text),
				close: () => {
					socket.isClosed = true;
				},
			};
			sockets.push(socket);
			return socket;
		},
		checkSession,
		fetchIsOffered: async () => results.isOffered,
		onChanged: changed,
		onOver: over,
		now: Date.now,
		pageAgeMs: () => pageAgeMs,
		random: () => 1,
	});
	const latest = () => {
		const socket = sockets.at(-1);
		if (!socket) throw new Error("No socket was opened");
		return socket;
	};
	const event = (fields: object) => fields as never;
	return {
		line,
		sockets,
		answers: results,
		changed,
		over,
		checkSession,
		latest,
		open: () => latest().onopen?.call(event({}), event({})),
		say: (data: string) => latest().onmessage?.call(event({}), event({ data })),
		close: (code: number) => latest().onclose?.call(event({}), event({ code })),
	};
}

const secondsLater = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

describe("the live line", () => {
	it("connects, then goes live, and names the topics that have changed", () => {
		const { line, open, say, latest, changed } = harness();
		line.start();
		expect(line.read()).toEqual({ status: "connecting" });
		expect(latest().ageMs).toBe(10_000);
		open();
		expect(line.read()).toEqual({ status: "live" });
		say('{"changed":["log","devices"]}');
		expect(changed.mock.calls).toEqual([[["log", "devices"]]]);
	});

	it("requests no more than the page has lived where it was just opened", () => {
		const { line, latest } = harness({ pageAgeMs: 1_500 });
		line.start();
		expect(latest().ageMs).toBe(1_500);
	});

	it.each(["not JSON", '{"changed":["unknown"]}', '{"changed":"log"}', "null", "pong"])("passes over %s", (text) => {
		const { line, open, say, changed } = harness();
		line.start();
		open();
		say(text);
		expect(changed).not.toHaveBeenCalled();
		expect(line.read()).toEqual({ status: "live" });
	});

	it("reconnects by itself and then refreshes everything, once", async () => {
		const { line, open, close, sockets, changed, checkSession } = harness();
		line.start();
		open();
		await secondsLater(5);
		close(1006);
		expect(line.read()).toEqual({ status: "reconnecting", since: 1_000_000 });
		await secondsLater(1);
		expect(sockets).toHaveLength(2);
		expect(changed).not.toHaveBeenCalled();
		open();
		expect(line.read()).toEqual({ status: "live" });
		expect(changed.mock.calls).toEqual([["everything"]]);
		expect(checkSession).not.toHaveBeenCalled();
	});

	it("waits longer after each failure, 30 seconds at most, and is stale after ten", async () => {
		const { line, open, close, sockets } = harness();
		line.start();
		open();
		const waits: number[] = [];
		for (let attempt = 0; attempt < 7; attempt += 1) {
			close(1006);
			const [opened, from] = [sockets.length, Date.now()];
			while (sockets.length === opened) await vi.advanceTimersToNextTimerAsync();
			waits.push((Date.now() - from) / 1_000);
		}
		expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30]);
		expect(line.read()).toEqual({ status: "stale", since: 1_000_000 });
		open();
		expect(line.read()).toEqual({ status: "live" });
	});

	it("checks the session first after a denied handshake and after 4401", async () => {
		const { line, open, close, checkSession, sockets } = harness();
		line.start();
		close(1006);
		await secondsLater(1);
		expect([checkSession.mock.calls.length, sockets.length]).toEqual([1, 2]);
		open();
		close(4401);
		await secondsLater(4);
		expect([checkSession.mock.calls.length, sockets.length]).toEqual([2, 3]);
	});

	it("stops where the session is over, and refreshes the screen, which leads to sign-in", async () => {
		const { line, open, close, answers: results, sockets, changed } = harness();
		line.start();
		open();
		results.outcome = "signed-out";
		close(4401);
		expect(changed.mock.calls).toEqual([["everything"]]);
		await secondsLater(120);
		expect(sockets).toHaveLength(1);
	});

	it.for(["signed-out", "other-person"] as const)(
		"stops and says so where a handshake was denied: %s",
		async (outcome) => {
			const { line, close, sockets, over } = harness({ outcome });
			line.start();
			close(1006);
			await secondsLater(120);
			expect([sockets.length, over.mock.calls.length, line.read().status]).toEqual([1, 1, "stale"]);
		},
	);

	it("goes on trying while it is unknown who is signed in", async () => {
		const { line, close, answers: results, sockets } = harness();
		results.outcome = "unanswered";
		line.start();
		close(1006);
		await secondsLater(1);
		close(1006);
		await secondsLater(2);
		expect(sockets).toHaveLength(3);
	});

	it("polls for good where the deployment pushes nothing", async () => {
		const { line, close, sockets } = harness({ isOffered: false });
		line.start();
		close(1006);
		await secondsLater(120);
		expect(line.read()).toEqual({ status: "polling" });
		line.hurry();
		await secondsLater(120);
		expect(sockets).toHaveLength(1);
	});

	it("polls where the same person has too many pages, until this one is looked at again", async () => {
		const { line, open, close, sockets } = harness();
		line.start();
		open();
		close(4408);
		await secondsLater(120);
		expect([line.read(), sockets.length]).toEqual([{ status: "polling" }, 1]);
		line.hurry();
		await secondsLater(0);
		expect(sockets).toHaveLength(2);
	});

	it("refreshes everything at once where access has changed, and connects anew", async () => {
		const { line, open, close, sockets, changed } = harness();
		line.start();
		open();
		close(4403);
		expect(changed.mock.calls).toEqual([["everything"]]);
		await secondsLater(1);
		expect(sockets).toHaveLength(2);
	});

	it("finds out by silence that the network is gone", async () => {
		const { line, open, say, latest, sockets } = harness();
		line.start();
		open();
		await secondsLater(30);
		expect(latest().sent).toEqual(["ping"]);
		say("pong");
		await secondsLater(40);
		expect(sockets[0]?.sent).toEqual(["ping", "ping"]);
		await secondsLater(10);
		expect([sockets[0]?.isClosed, line.read().status]).toEqual([true, "reconnecting"]);
	});

	it("hears nothing once it was stopped, and connects no more", async () => {
		const { line, open, say, close, latest, sockets, changed } = harness();
		line.start();
		open();
		line.stop();
		expect([latest().isClosed, line.read()]).toEqual([true, { status: "connecting" }]);
		say('{"changed":["log"]}');
		close(1006);
		await secondsLater(120);
		expect([sockets.length, changed.mock.calls.length]).toEqual([1, 0]);
	});

	it("opens one socket, however often it is hurried", async () => {
		const { line, open, close, sockets } = harness();
		line.start();
		open();
		close(1006);
		line.hurry();
		line.hurry();
		await secondsLater(60);
		expect(sockets).toHaveLength(2);
	});
});

describe("a line beside the banner of an outage", () => {
	it("shows no live state during an outage", () => {
		const since = 5_000;
		const lost = { isLost: true, lastGoodAt: since };
		expect(lineBeside({ status: "live" }, lost)).toEqual({ status: "reconnecting", since });
		expect(lineBeside({ status: "stale", since: 1 }, lost)).toEqual({ status: "stale", since: 1 });
		expect(lineBeside({ status: "live" }, { isLost: false, lastGoodAt: since })).toEqual({ status: "live" });
	});

	it("ends as soon as the browser is offline, and tries again", () => {
		const { line, sockets, open } = harness();
		line.start();
		open();
		line.drop();
		expect(line.read().status).toBe("reconnecting");
		expect(sockets[0]?.isClosed).toBe(true);
		vi.advanceTimersByTime(1_000);
		expect(sockets).toHaveLength(2);
	});
});
