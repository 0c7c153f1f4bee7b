import { useSyncExternalStore } from "react";
import type { SessionUser } from "../../shared/session/session";
import { appConstants } from "../base/app-constants";
import { onDoubt } from "./doubt";
import { onReturnPathLeft, reportQueryFailure } from "./error-funnel";
import { type SessionResponse, session } from "./session";
import { heardPersonName } from "./tabs-memory";

/** `isCovered`: the account's data is hidden. `other`: the user who replaced the page's user. */
type Standing = { isCovered: boolean; other: SessionUser | null };

type WhosePageParts = {
	check: () => Promise<SessionResponse>;
	/** The `sub` that another tab stored last. Null: signed out. Undefined: nothing is stored. */
	heard: () => string | null | undefined;
	sub: () => string | null;
	leave: () => void;
	holdsInput: () => boolean;
};

export function createWhosePage({ check, heard, sub, leave, holdsInput }: WhosePageParts) {
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
				if (!holdsInput()) become({ isCovered: true, other: null });
				leave();
				break;
			case "unanswered":
				// Without a response the screen stays as it is, and a covered screen checks again.
				if (standing.isCovered) timer = setTimeout(() => void fetch(), appConstants.reconnectEveryMs);
		}
	}

	function isDoubted(): boolean {
		const known = heard();
		return sub() !== null && known !== undefined && known !== sub();
	}

	function look(): void {
		if (isDoubted()) become({ ...standing, isCovered: true });
		void fetch();
	}

	return {
		fetch,
		look,
		/** This code loads after the screen, whose first responses may have been another user's. */
		begin(): void {
			if (isDoubted()) look();
		},
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

let holdsInput = () => false;

/** The error of a denied call, so that it leads to the same page. */
const signedOut = { data: { httpStatus: 401 } };

export const whosePage = createWhosePage({
	check: () => {
		session.forget();
		return session.check();
	},
	heard,
	sub: session.sub,
	leave: () => {
		const leave = () => reportQueryFailure(signedOut, true);
		import("./failure-sentences").then(leave, leave);
	},
	holdsInput: () => holdsInput(),
});

export function watchWhosePage(hasInput: () => boolean): () => void {
	holdsInput = hasInput;
	const onVisibility = () => {
		if (document.visibilityState === "visible") whosePage.look();
	};
	const onStorage = ({ key }: StorageEvent) => {
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
