import type { QueryClient } from "@tanstack/react-query";
import { LiveTopic } from "../../shared/overview/live";
import { appConstants } from "../base/app-constants";
import type { RouterName } from "./trpc";

const routersByTopic: Record<LiveTopic, RouterName[]> = {
	log: ["log"],
	devices: ["device", "firstSteps"],
	alerts: ["alert", "firstSteps"],
	groups: ["group", "device"],
	account: ["account", "firstSteps", "contact", "billing", "view"],
	messages: ["message", "webhook", "contact"],
	reports: ["report", "round", "firstSteps"],
};

type LiveRefreshParts = {
	queryClient: Pick<QueryClient, "invalidateQueries">;
	random: () => number;
	isHidden: () => boolean;
};

/** Invalidates the queries of changed topics. A hidden page waits until it is visible. */
export function createLiveRefresh({ queryClient, random, isHidden }: LiveRefreshParts) {
	const listeners = new Map<LiveTopic, Set<() => void>>();
	let due: Set<LiveTopic> | "everything" = new Set();
	let timer: ReturnType<typeof setTimeout> | undefined;

	function refresh(): void {
		timer = undefined;
		if (isHidden()) return;
		const topics = due;
		due = new Set();
		const changed = topics === "everything" ? LiveTopic.options : [...topics];
		const routers = new Set<string>(
			changed.filter((topic) => !listeners.has(topic)).flatMap((topic) => routersByTopic[topic]),
		);
		const takenOver = new Set<string>([...listeners.keys()].flatMap((topic) => routersByTopic[topic]));
		const isDue = (router: string) => routers.has(router) || (topics === "everything" && !takenOver.has(router));
		void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isDue(routerOf(queryKey)) });
		for (const topic of changed) for (const listener of listeners.get(topic) ?? []) listener();
	}

	return {
		/** Waits up to two seconds, so that open pages do not all fetch at once. */
		record(topics: LiveTopic[] | "everything"): void {
			if (topics === "everything") due = topics;
			else if (due !== "everything") for (const topic of topics) due.add(topic);
			timer ??= setTimeout(refresh, random() * appConstants.live.jitterMs);
		},
		resume(): void {
			if (timer === undefined && (due === "everything" || due.size > 0)) refresh();
		},
		stop(): void {
			clearTimeout(timer);
			timer = undefined;
			due = new Set();
		},
		/** While a topic has a listener, the listener refreshes its queries. */
		subscribe(topic: LiveTopic, listener: () => void): () => void {
			const known = listeners.get(topic) ?? new Set();
			listeners.set(topic, known.add(listener));
			return () => {
				known.delete(listener);
				if (known.size === 0) listeners.delete(topic);
			};
		},
	};
}

function routerOf([path]: readonly unknown[]): string {
	return Array.isArray(path) ? String(path[0]) : String(path);
}
