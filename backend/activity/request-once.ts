import { createHash } from "node:crypto";
import superjson from "superjson";
import { dayMs, hourMs } from "../../shared/base/durations";
import { said } from "../../shared/log/said";
import type { AccountContext, AccountDb, KeyedCall, Mints, Once } from "../base/context";
import { domainError } from "../base/errors";
import { doneTogether, type Job } from "../base/job";
import { auditedStates } from "../db/audited-rows";
import {
	completeStoredRequest,
	deleteOldestOf,
	deleteStoredRequestsUntil,
	findStoredRequest,
	oldestStoredRequestAt,
	type StoredRequestRow,
	saveStoredRequest,
} from "../db/stored-request-rows";
import type { StoredEntity, StoredSecret } from "../db/work-schema";

const keptMs = dayMs;
const mostStored = 500;
const longestResult = 100_000;

export type RunningRequests = Map<string, Promise<void>>;

export function createRunningRequests(): RunningRequests {
	const running: RunningRequests = new Map();
	return running;
}

type Caller = Pick<AccountContext, "accountId" | "currentUser">;
type Store = Mints & { db: AccountDb; now: number; runningRequests: RunningRequests };

/**
 * A repeated call gets the first response if the entities and the caller's access are unchanged.
 * Throws REQUEST_KEY_REUSED for another input, REQUEST_DONE if the response cannot be repeated.
 */
export function createOnce(store: Store, caller: Caller): Once {
	const { db, now, runningRequests: running } = store;
	return async (call, run) => {
		const place = { callerId: call.user.id, keyDigest: digestOf(call.key) };
		const name = `${place.callerId} ${place.keyDigest}`;
		for (let other = running.get(name); other; other = running.get(name)) await other;
		const access = accessOf(caller.currentUser());
		const kept = findStoredRequest(db, place, now - keptMs);
		if (kept && kept.askedDigest !== requestedDigestOf(call)) throw domainError("REQUEST_KEY_REUSED");
		if (kept && (kept.access !== access || kept.stateDigest !== stateOf(db, kept.entities))) {
			throw domainError("REQUEST_DONE");
		}
		if (kept) return repeatResponse(kept, call.key);
		// Access may have changed while another call with the key ran.
		if (access !== accessOf(call.user)) throw domainError("NO_ACCESS");
		const { promise, resolve } = Promise.withResolvers<void>();
		running.set(name, promise);
		try {
			return await runFirst({ ...place, access }, call, run);
		} finally {
			running.delete(name);
			resolve();
		}
	};

	type First = Pick<StoredRequestRow, "callerId" | "keyDigest" | "access">;

	async function runFirst(first: First, call: KeyedCall, run: Parameters<Once>[1]): Promise<unknown> {
		const shown: string[] = [];
		const secrets: StoredSecret[] = [];
		let entities: StoredEntity[] = [];
		let isKept = false;
		const mints = recordedMints(call.key, (secret, text) => {
			secrets.push(secret);
			shown.push(text);
		});
		const result = await run({
			...mints,
			keep: (saved) => {
				if (!saved.isMaking && secrets.length === 0) return;
				isKept = true;
				entities = saved.entities.map(({ kind, id }) => ({ kind, id }));
				deleteStoredRequestsUntil(db, now - keptMs);
				deleteOldestOf(db, first.callerId, mostStored - 1);
				const pending = { stateDigest: null, answer: null, secrets: [] };
				saveStoredRequest(db, { ...first, ...pending, askedDigest: requestedDigestOf(call), at: now, entities });
			},
		});
		if (!isKept) return result;
		let text = JSON.stringify(superjson.serialize(result));
		for (const [index, secret] of shown.entries()) text = text.replaceAll(secret, placeOf(index));
		const isLong = text.length > longestResult;
		// An empty response cannot become outdated, so no entity needs a comparison.
		if (result === undefined) entities = [];
		const stateDigest = stateOf(db, entities);
		completeStoredRequest(db, first, { entities, stateDigest, answer: isLong ? null : text, secrets });
		return result;
	}

	async function repeatResponse({ answer: result, secrets }: StoredRequestRow, key: string): Promise<unknown> {
		if (result === null) throw domainError("REQUEST_DONE");
		let text = result;
		for (const [index, { mint, senderId, salt, digest }] of secrets.entries()) {
			const secret = await mintAgain(mint, senderId, seedOf(key, salt));
			// The operator has since replaced the secret that signed it.
			if (secret === null || digestOf(secret) !== digest) throw domainError("REQUEST_DONE");
			text = text.replaceAll(placeOf(index), () => secret);
		}
		return superjson.deserialize(JSON.parse(text));
	}

	async function mintAgain(mint: string, senderId: string, seed: string): Promise<string | null> {
		if (mint === "webhookSecrets") return store.webhookSecrets.mint(seed);
		const name = keyMints.find((each) => each === mint);
		return name ? (await store[name].mint(caller.accountId, senderId, seed)).key : null;
	}

	function recordedMints(key: string, record: (secret: StoredSecret, text: string) => void): Mints {
		const recorded = (name: (typeof keyMints)[number]): Mints["deviceKeys"] => ({
			async mint(accountId, senderId) {
				const salt = newSalt();
				const made = await store[name].mint(accountId, senderId, seedOf(key, salt));
				record({ mint: name, senderId, salt, digest: digestOf(made.key) }, made.key);
				return made;
			},
		});
		return {
			deviceKeys: recorded("deviceKeys"),
			integrationKeys: recorded("integrationKeys"),
			apiKeys: recorded("apiKeys"),
			wallTokens: recorded("wallTokens"),
			publicLinkTokens: recorded("publicLinkTokens"),
			calendarTokens: recorded("calendarTokens"),
			webhookSecrets: {
				mint() {
					const salt = newSalt();
					const secret = store.webhookSecrets.mint(seedOf(key, salt));
					record({ mint: "webhookSecrets", senderId: "", salt, digest: digestOf(secret) }, secret);
					return secret;
				},
			},
		};
	}
}

const keyMints = [
	"deviceKeys",
	"integrationKeys",
	"apiKeys",
	"wallTokens",
	"publicLinkTokens",
	"calendarTokens",
] as const;

function seedOf(key: string, salt: string): string {
	return `${salt} ${key}`;
}

function newSalt(): string {
	return crypto.randomUUID();
}

/** JSON escapes control characters, so the marker occurs nowhere else. */
function placeOf(index: number): string {
	return `\u0001${index}\u0001`;
}

function digestOf(text: string): string {
	return createHash("sha256").update(text).digest("hex");
}

/** Not computed for every call: a change may name ten thousand devices. */
function requestedDigestOf({ action, input }: KeyedCall): string {
	return digestOf(`${action} ${sortedJson(superjson.serialize(input))}`);
}

function accessOf({ status, role, scope }: AccountContext["user"]): string {
	return sortedJson({ status, role, scope });
}

function sortedJson(value: unknown): string {
	return JSON.stringify(value, (_, held: unknown) => {
		if (typeof held !== "object" || held === null || Array.isArray(held)) return held;
		return Object.fromEntries(Object.entries(held).sort(([one], [other]) => (one < other ? -1 : 1)));
	});
}

function stateOf(db: AccountDb, entities: readonly StoredEntity[]): string {
	const states = [...Map.groupBy(entities, ({ kind }) => kind)].map(([kind, ofKind]) => {
		const ids = ofKind.map(({ id }) => id);
		return [...auditedStates(db, kind, ids)];
	});
	return digestOf(sortedJson(states));
}

/** Deletes requests older than a day, at most hourly. A subject is the hour. */
export function oldRequestsWork(db: AccountDb): Job {
	const dueAt = () => {
		const oldest = oldestStoredRequestAt(db);
		return oldest === null ? null : oldest + keptMs + hourMs;
	};
	return {
		name: "old requests",
		title: said("work.is.keptAnswers"),
		...doneTogether(dueAt, hourMs),
		run: async (_, now) => deleteStoredRequestsUntil(db, now - keptMs),
	};
}
