import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { doubtPerson, onDoubt } from "../../client/api/doubt";
import type { SessionResponse } from "../../client/api/session";
import { createWhosePage } from "../../client/api/whose-page";
import { appConstants } from "../../client/base/app-constants";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const user = (sub: string) => ({ sub, username: sub, email: null, name: null });
const anna: SessionResponse = { outcome: "signed-in", user: user("anna") };
const ben: SessionResponse = { outcome: "other-person", user: user("ben") };
const noRecipients: SessionResponse = { outcome: "signed-out", hasEnded: true };
const silence: SessionResponse = { outcome: "unanswered", lastUser: user("anna") };

/** Anna's page. `heard`: the person whom another tab has reported as signed in. */
function page(heard: string | null | undefined = "anna") {
	const other = { heard };
	const requested: PromiseWithResolvers<SessionResponse>[] = [];
	const check = vi.fn(() => {
		const next = Promise.withResolvers<SessionResponse>();
		requested.push(next);
		return next.promise;
	});
	const leave = vi.fn();
	const holdsInput = vi.fn(() => false);
	const whosePage = createWhosePage({ check, heard: () => other.heard, sub: () => "anna", leave, holdsInput });
	const respond = async (given: SessionResponse) => {
		requested.shift()?.resolve(given);
		await vi.advanceTimersByTimeAsync(0);
	};
	return { whosePage, check, leave, holdsInput, answer: respond, other };
}

describe("a tab that is shown again", () => {
	it("checks the session, and stays as it is while nothing speaks against its person", async () => {
		const { whosePage, check, answer: respond } = page();
		whosePage.look();
		expect(check).toHaveBeenCalledOnce();
		expect(whosePage.read()).toEqual({ isCovered: false, other: null });
		await respond(anna);
		expect(whosePage.read()).toEqual({ isCovered: false, other: null });
	});

	it.for([
		["nobody", null],
		["somebody else", "ben"],
	] as const)("shows nothing until it knows, where another tab has heard of %s", async ([, heard]) => {
		const { whosePage, answer: respond } = page(heard);
		whosePage.look();
		expect(whosePage.read().isCovered).toBe(true);
		await respond(anna);
		expect(whosePage.read().isCovered).toBe(false);
	});

	it("goes to the sign-in page where no one is signed in, and shows nothing on the way", async () => {
		const { whosePage, leave, answer: respond } = page();
		whosePage.look();
		await respond(noRecipients);
		expect(leave).toHaveBeenCalledOnce();
		expect(whosePage.read().isCovered).toBe(true);
	});

	it("leaves uncovered what was typed where no one is signed in: the page stays there, and its field keeps the focus", async () => {
		const { whosePage, leave, holdsInput, answer: respond } = page();
		holdsInput.mockReturnValue(true);
		whosePage.look();
		await respond(noRecipients);
		expect(leave).toHaveBeenCalledOnce();
		expect(whosePage.read().isCovered).toBe(false);
	});

	it("stays as it is during an outage where no tab has heard otherwise: that is neither yes nor no", async () => {
		const { whosePage, leave, check, answer: respond } = page();
		whosePage.look();
		await respond(silence);
		expect(whosePage.read().isCovered).toBe(false);
		await vi.advanceTimersByTimeAsync(10 * appConstants.reconnectEveryMs);
		expect([leave.mock.calls.length, check.mock.calls.length]).toEqual([0, 1]);
	});

	it("stays covered during an outage where another tab has heard otherwise, and checks again", async () => {
		const { whosePage, leave, check, answer: respond } = page(null);
		whosePage.look();
		for (let times = 1; times <= 3; times++) {
			await respond(silence);
			expect([whosePage.read().isCovered, check.mock.calls.length]).toEqual([true, times]);
			await vi.advanceTimersByTimeAsync(appConstants.reconnectEveryMs);
		}
		await respond(noRecipients);
		expect(leave).toHaveBeenCalledOnce();
	});

	it("uses the response to its last request, in whatever order responses come", async () => {
		const { whosePage, leave, answer: respond } = page();
		const late = respond(noRecipients);
		whosePage.look();
		whosePage.look();
		await late;
		await respond(noRecipients);
		expect(leave).not.toHaveBeenCalled();
		await respond(anna);
		expect(whosePage.read()).toEqual({ isCovered: false, other: null });
	});

	it("checks the session as its code comes, only where another tab has heard otherwise meanwhile", () => {
		const [same, other] = [page("anna"), page("ben")];
		for (const { whosePage } of [same, other]) whosePage.begin();
		expect([same.check.mock.calls.length, other.check.mock.calls.length]).toEqual([0, 1]);
		expect(other.whosePage.read().isCovered).toBe(true);
	});

	it("stays uncovered where the browser stores nothing for its tabs", () => {
		const { whosePage } = page(undefined);
		whosePage.look();
		expect(whosePage.read().isCovered).toBe(false);
	});
});

describe("a page of another person than the one signed in", () => {
	it("stays covered until it is known whether it holds entries, each time it is shown", async () => {
		const { whosePage, answer: respond, leave, other } = page();
		other.heard = "ben";
		for (let times = 0; times < 2; times++) {
			whosePage.look();
			await respond(ben);
			expect(whosePage.read()).toEqual({ isCovered: true, other: user("ben") });
			whosePage.uncover();
			expect(whosePage.read()).toEqual({ isCovered: false, other: user("ben") });
		}
		expect(leave).not.toHaveBeenCalled();
	});

	it("becomes its person's again once they have signed in elsewhere", async () => {
		const { whosePage, answer: respond } = page();
		whosePage.look();
		await respond(ben);
		whosePage.look();
		await respond(anna);
		expect(whosePage.read()).toEqual({ isCovered: false, other: null });
	});
});

describe("a doubt about the page's person", () => {
	it("reaches a listener that loads after it, once", () => {
		let heard = 0;
		doubtPerson();
		onDoubt(() => {
			heard += 1;
		});
		expect(heard).toBe(1);
		doubtPerson();
		expect(heard).toBe(2);
		onDoubt(() => {
			heard += 10;
		});
		expect(heard).toBe(2);
	});
});
