import { useSyncExternalStore } from "react";
import type { SessionUser } from "../../shared/session/session";
import { appConstants } from "../base/app-constants";
import { onDoubt } from "./doubt";
import { onReturnPathLeft, reportQueryFailure } from "./error-funnel";
import { type SessionResponse, session } from "./session";
import { heardPersonName } from "./tabs-memory";

/** `isCovered`: nothing of the account may be seen. `other`: who is signed in in place of the page's person. */
type Standing = { isCovered: boolean; other: SessionUser | null };

type WhosePageParts = {
	/** A new answer each time, not one that is shared. */
	check: () => Promise<SessionResponse>;
	/** Of who is signed in, as another tab has heard last; null: no one, undefined: nothing is kept. */
	heard: () => string | null | undefined;
	/** The page's person; null: not known yet. */
	sub: () => string | null;
	/** To the sign-in page. */
	leave: () => void;
};

/** Compares whose page this is with who is signed in. */
export function createWhosePage({ check, heard, sub, leave }: WhosePageParts) {
	let standing: Standing = { isCovered: false, other: null };
	let requestedCount = 0;
	let timer: ReturnType<typeof setTimeout> | undefined;
	const listeners = new Set<() => void>();

	function become(next: Standing): void {
		standing = next;
		for (const listener of listeners) listener();
	}

	async function fetch(): Promise<void> {
		clearTimeout(timer);
		requestedCount += 1;
		const turn = requestedCount;
		const response = await check();
		if (turn === requestedCount) take(response);
	}

	function take(response: SessionResponse): void {
		switch (response.outcome) {
			case "signed-in":
				become({ isCovered: false, other: null });
				break;
			case "other-person":
				become({ isCovered: true, other: response.user });
				break;
			case "signed-out":
				become({ isCovered: true, other: null });
				leave();
				break;
			case "unanswered":
				// Neither yes nor no: the screen stays as it is. What another tab has heard was a response.
				if (standing.isCovered) timer = setTimeout(() => void fetch(), appConstants.reconnectEveryMs);
		}
	}

	/** Whether another tab has heard of another user, or of no one. */
	function isDoubted(): boolean {
		const known = heard();
		return sub() !== null && known !== undefined && known !== sub();
	}

	/** For when the tab is shown, or another one has heard of a user. */
	function look(): void {
		if (isDoubted()) become({ ...standing, isCovered: true });
		void fetch();
	}

	return {
		fetch,
		look,
		/** This code came after the screen: what the screen has met meanwhile may have been another person's. */
		begin(): void {
			if (isDoubted()) look();
		},
		/** The page stays for what is typed in it. */
		uncover: () => become({ ...standing, isCovered: false }),
		read: () => standing,
		subscribe(listener: () => void): () => void {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
	};
}

function heard(): string | null | undefined {
	try {
		return localStorage.getItem(heardPersonName);
	} catch {
		return undefined;
	}
}

/** Leads to where a denied call would. */
const signedOut = { data: { httpStatus: 401 } };

export const whosePage = createWhosePage({
	check: () => {
		session.forget();
		return session.check();
	},
	heard,
	sub: session.sub,
	leave: () => reportQueryFailure(signedOut, true),
});

/** Returns the stop function. */
export function watchWhosePage(): () => void {
	const onVisibility = () => {
		if (document.visibilityState === "visible") whosePage.look();
	};
	const onStorage = ({ key }: StorageEvent) => {
		// Null: all of it was cleared.
		if (key === heardPersonName || key === null) whosePage.look();
	};
	const forget = onReturnPathLeft(whosePage.uncover);
	onDoubt(() => void whosePage.fetch());
	whosePage.begin();
	window.addEventListener("visibilitychange", onVisibility);
	window.addEventListener("storage", onStorage);
	return () => {
		window.removeEventListener("visibilitychange", onVisibility);
		window.removeEventListener("storage", onStorage);
		forget();
	};
}

export function useWhosePage(): Standing {
	return useSyncExternalStore(whosePage.subscribe, whosePage.read);
}
