import { useSyncExternalStore } from "react";
import type { SessionUser } from "../../shared/session/session";
import { appConstants } from "../base/app-constants";
import { onDetourLeft, reportSignedOut } from "./error-funnel";
import { type SessionAnswer, session } from "./session";
import { heardPerson } from "./tabs-memory";

/** `isCovered`: nothing of the account may be seen. `other`: who is signed in in place of the page's person. */
type Standing = { isCovered: boolean; other: SessionUser | null };

type WhosePageParts = {
	/** A new answer each time, not one that is shared. */
	check: () => Promise<SessionAnswer>;
	/** Of who is signed in, as another tab has heard last; null: nobody, undefined: nothing is kept. */
	heard: () => string | null | undefined;
	/** The page's person; null: not known yet. */
	sub: () => string | null;
	/** To the sign-in page. */
	leave: () => void;
};

/** Compares whose page this is with who is signed in. */
export function createWhosePage({ check, heard, sub, leave }: WhosePageParts) {
	let standing: Standing = { isCovered: false, other: null };
	let askedCount = 0;
	let timer: ReturnType<typeof setTimeout> | undefined;
	const listeners = new Set<() => void>();

	function become(next: Standing): void {
		standing = next;
		for (const listener of listeners) listener();
	}

	async function ask(): Promise<SessionAnswer["outcome"]> {
		clearTimeout(timer);
		askedCount += 1;
		const turn = askedCount;
		const answer = await check();
		if (turn === askedCount) take(answer);
		return answer.outcome;
	}

	function take(answer: SessionAnswer): void {
		switch (answer.outcome) {
			case "signed-in":
				become({ isCovered: false, other: null });
				break;
			case "other-person":
				become({ isCovered: true, other: answer.user });
				break;
			case "signed-out":
				become({ isCovered: true, other: null });
				leave();
				break;
			case "unanswered":
				// Neither yes nor no: the screen stays as it is. What another tab has heard was an answer.
				if (standing.isCovered) timer = setTimeout(() => void ask(), appConstants.reconnectEveryMs);
		}
	}

	return {
		ask,
		/** For when the tab is shown, or another one has heard of somebody. */
		look(): void {
			const known = heard();
			if (sub() !== null && known !== undefined && known !== sub()) become({ ...standing, isCovered: true });
			void ask();
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

export const whosePage = createWhosePage({
	check: () => {
		session.forget();
		return session.check();
	},
	heard: heardPerson.read,
	sub: session.sub,
	leave: reportSignedOut,
});

/** Returns the stop function. */
export function watchWhosePage(): () => void {
	const onVisibility = () => {
		if (document.visibilityState === "visible") whosePage.look();
	};
	const forget = [heardPerson.onChange(whosePage.look), onDetourLeft(whosePage.uncover)];
	window.addEventListener("visibilitychange", onVisibility);
	return () => {
		window.removeEventListener("visibilitychange", onVisibility);
		for (const stop of forget) stop();
	};
}

export function useWhosePage(): Standing {
	return useSyncExternalStore(whosePage.subscribe, whosePage.read);
}
