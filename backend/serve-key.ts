import superjson from "superjson";
import { apiKeyAccess } from "../shared/account/api-key";
import { dayMs } from "../shared/base/durations";
import { serverLimits } from "../shared/base/limits";
import { requestKeyHeader } from "../shared/base/request-key";
import { accountContext } from "./account-context";
import type { AccountStore } from "./account-parts";
import type { KeyCall, KeyDenial, KeyResponse } from "./api/key-call";
import { rightsOf } from "./api/key-rights";
import type { Identity } from "./base/context";
import { findAccount, findUser, listActiveOwners, toUser } from "./db/account-rows";
import { type ApiKeyRow, changeApiKey, findApiKey } from "./db/api-key-rows";
import { findIntegrationKey } from "./db/integration-key-rows";
import { digestSecret, isSameSecret, isUseWorthRecording } from "./keys/ingest-keys";
import type { MailCall } from "./mail/receive-mail";
import { serveRouter } from "./serve-router";

/** Uses the key's current rights: its keeper may have lost rights or left. */
export async function serveKey(
	store: AccountStore,
	call: KeyCall,
	afterWrite: () => Promise<void>,
): Promise<KeyResponse> {
	const { db, now, meter } = store;
	const digest = await digestSecret(call.secret);
	const key = findApiKey(db, call.keyId);
	if (!key || !isSameSecret(key.keyDigest, digest)) return { refusal: "invalid-key" };
	const keeper = findUser(db, key.keptBy);
	const account = () => ({ secondStepFrom: findAccount(db)?.secondStepFrom ?? null, now });
	const rights = rightsOf(key, keeper, account());
	if (rights.state !== "active" || !keeper) return { refusal: rights.state === "expired" ? "expired" : "paused" };
	const denial = denialOfKind(key, call, () => findAccount(db)?.isOpenToAssistants === true);
	if (denial !== null) return { refusal: denial };
	const bucket = { id: key.id, perMinute: serverLimits.apiCallsPerMinute };
	const retryAfterSeconds = meter.take([bucket], now);
	const calls = { limit: bucket.perMinute, left: meter.left(bucket, now) };
	if (retryAfterSeconds !== null) return { refusal: "too-many-calls", retryAfterSeconds, calls };
	store.calls.count(now);
	recordUse(store, key, call.origin.address);
	const { procedure, assistant } = call;
	if (assistant?.tool != null) store.assistantUses.count(key.id, assistant.tool, now);
	if (procedure === null) return { wire: "null", calls };
	const asUser = { ...toUser(keeper), id: key.id, name: key.name, role: rights.role, scope: rights.scope };
	const request = requestOf({ ...call, procedure });
	const context = accountContext(store, {
		accountId: call.accountId,
		origin: call.origin,
		requestId: call.origin.requestId,
		request,
		afterWrite,
		identity: identityOf(key),
		user: asUser,
		secondStepFrom: null,
		upload: null,
		hasOthers: false,
		isDefault: false,
		actor: { kind: "key", id: key.id, name: key.name },
		currentUser: () => {
			const present = findApiKey(db, key.id);
			const { state, role, scope } = rightsOf(present ?? key, findUser(db, (present ?? key).keptBy), account());
			return { ...asUser, role, scope, status: present && state === "active" ? "active" : "disabled" };
		},
	});
	const response = await serveRouter(request, context);
	return { wire: await response.text(), calls };
}

function denialOfKind({ access }: ApiKeyRow, call: KeyCall, isOpen: () => boolean): KeyDenial | null {
	const isForAssistants = access === "assistant";
	if (isForAssistants !== (call.assistant !== undefined)) return isForAssistants ? "only-assistants" : "only-programs";
	if (isForAssistants && !isOpen()) return "assistants-off";
	return call.isWriting && !apiKeyAccess[access].isWriting ? "read-only" : null;
}

/** The integration's name and rights of an operator. Returns the procedure's response, or an error of an unknown key. */
export async function serveMail(store: AccountStore, call: MailCall, afterWrite: () => Promise<void>): Promise<string> {
	const { db } = store;
	const { accountId, requestId, procedure, body } = call;
	const key = findIntegrationKey(db, call.keyId);
	const [owner] = listActiveOwners(db);
	if (!key || !owner) throw new Error("The integration or the owner of its account is gone");
	const url = new URL(`https://backend/api/proxy/${procedure}`);
	const isReading = procedure === "device.getDevice";
	if (isReading) url.searchParams.set("input", body);
	const request = isReading
		? new Request(url)
		: new Request(url, { method: "POST", headers: { "content-type": "application/json" }, body });
	const user = { ...toUser(owner), id: key.id, name: key.name, role: "operator", scope: "all" } as const;
	const context = accountContext(store, {
		accountId,
		requestId,
		request,
		afterWrite,
		user,
		origin: { address: null, browser: null, requestId, callerRequestId: null },
		identity: identityOf(key),
		secondStepFrom: null,
		upload: null,
		hasOthers: false,
		isDefault: false,
		actor: { kind: "key", id: key.id, name: key.name },
		currentUser: () => user,
	});
	return (await serveRouter(request, context)).text();
}

/** Calls procedures as an outside request, so that all their checks run. */
function requestOf({ procedure, input, isWriting, requestKey }: KeyCall & { procedure: string }): Request {
	const url = new URL(`https://backend/api/proxy/${procedure}`);
	const body = JSON.stringify(superjson.serialize(input));
	const headers = { "content-type": "application/json", ...(requestKey && { [requestKeyHeader]: requestKey }) };
	if (isWriting) return new Request(url, { method: "POST", headers, body });
	url.searchParams.set("input", body);
	return new Request(url);
}

function identityOf({ id, name }: Pick<ApiKeyRow, "id" | "name">): Identity {
	const signIn = { originJti: null, authTime: null };
	return { sub: id, username: id, email: null, name, provider: null, issuedAt: null, signIn, expiresAt: 0 };
}

function recordUse({ db, now }: AccountStore, key: ApiKeyRow, address: string | null) {
	const { id, lastUsedAt, lastUsedFrom, renewedDays } = key;
	const isElsewhere = address !== null && address !== lastUsedFrom;
	if (!isElsewhere && !isUseWorthRecording(lastUsedAt, now)) return;
	changeApiKey(db, id, {
		lastUsedAt: new Date(now),
		lastUsedFrom: address ?? lastUsedFrom,
		...(renewedDays !== null && { expiresAt: new Date(now + renewedDays * dayMs), warnedDays: null }),
	});
}
