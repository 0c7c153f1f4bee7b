import { useSyncExternalStore } from "react";
import { headerNames, requestedByValue } from "../../shared/base/header-names";
import { type LiveTopic, liveAgeParameter, livePath } from "../../shared/overview/live";
import { appConstants } from "../base/app-constants";
import { connection, useConnection } from "./connection";
import { doubtPerson } from "./doubt";
import { createLiveLine, type LineState, lineBeside } from "./live-line";
import { createLiveRefresh } from "./live-refresh";
import { asThisPage } from "./named-account";
import { queryClient } from "./query-client";
import { session } from "./session";

const isHidden = () => document.visibilityState === "hidden";

const refresh = createLiveRefresh({ queryClient, random: Math.random, isHidden });

const line = createLiveLine({
	openSocket: (ageMs) => {
		const url = asThisPage(new URL(livePath, window.location.href));
		url.protocol = url.protocol.replace("http", "ws");
		url.searchParams.set(liveAgeParameter, String(Math.round(ageMs)));
		return new WebSocket(url);
	},
	checkSession: async () => (await session.check()).outcome,
	fetchIsOffered,
	onChanged: refresh.record,
	onOver: doubtPerson,
	now: Date.now,
	pageAgeMs: () => performance.now(),
	random: Math.random,
});

/** A page cannot see why a handshake was denied; a plain request to the same address returns a status. */
async function fetchIsOffered(): Promise<boolean | null> {
	try {
		const { status, body } = await fetch(livePath, {
			credentials: "same-origin",
			headers: { [headerNames.requestedBy]: requestedByValue },
		});
		// An unread body keeps its connection open, and browsers allow few.
		await body?.cancel();
		if (status === 501) return false;
		return status === 426 ? true : null;
	} catch {
		return null; // no response; the next attempt tries again
	}
}

function start(): () => void {
	let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
	const onVisibility = () => {
		clearTimeout(hiddenTimer);
		if (isHidden()) {
			hiddenTimer = setTimeout(line.stop, appConstants.live.hiddenForMs);
			return;
		}
		refresh.resume();
		line.start();
		line.hurry();
	};
	const onOnline = () => line.hurry();
	const onOffline = () => {
		connection.lost();
		line.drop();
	};
	const forgetLeaving = session.onLeaving((isLeaving) => {
		refresh.stop();
		if (isLeaving) line.rest();
		else line.start();
	});
	document.addEventListener("visibilitychange", onVisibility);
	window.addEventListener("online", onOnline);
	window.addEventListener("offline", onOffline);
	line.start();
	return () => {
		clearTimeout(hiddenTimer);
		document.removeEventListener("visibilitychange", onVisibility);
		window.removeEventListener("online", onOnline);
		window.removeEventListener("offline", onOffline);
		forgetLeaving();
		line.stop();
		refresh.stop();
	};
}

export const live = {
	start,
	read: line.read,
	onState: line.onState,
	/** The listener also runs after a lost connection, when anything may have changed. */
	subscribe: (topic: LiveTopic, listener: () => void) => refresh.subscribe(topic, listener),
};

export function useLive(): LineState {
	const state = useSyncExternalStore(live.onState, live.read);
	return lineBeside(state, useConnection());
}

export function useRefreshInterval(): number | false {
	return useLive().status === "live" ? false : appConstants.refreshEveryMs;
}
