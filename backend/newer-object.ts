import { DurableObject } from "cloudflare:workers";
import { minuteMs } from "../shared/base/durations";
import { livePath } from "../shared/overview/live";
import { domainError, trpcErrorResponse } from "./base/errors";
import { logWarning } from "./base/event-log";
import { parseIdentity } from "./base/internal-headers";
import { isReadable, newerFormText } from "./base/stored-form";
import { objectForm, takeObjectForm } from "./db/object-form";
import { holdsAccount } from "./db/object-tables";
import { denyListener } from "./live/live-endpoint";

/** Wait before the object checks again whether it runs code that can read its data. */
const retryMs = minuteMs;

/** Replaces an object whose data a newer release has written. Reads and writes nothing; its work waits. */
class NewerObject extends DurableObject<BackendEnv> {
	override async fetch(request: Request): Promise<Response> {
		await request.body?.cancel();
		const { requestId } = parseIdentity(request.headers);
		if (new URL(request.url).pathname === livePath) return denyListener("updating", requestId);
		return trpcErrorResponse("UPDATE_UNDER_WAY", "A newer release has written this account", requestId);
	}

	override async alarm(): Promise<void> {
		await this.ctx.storage.setAlarm(Date.now() + retryMs);
	}

	/** The cron calls it after a lost alarm. */
	async runOverdue(): Promise<never> {
		if ((await this.ctx.storage.getAlarm()) === null) await this.alarm();
		return denyCall();
	}

	override webSocketMessage(): void {}
	override webSocketClose(): void {}
	override webSocketError(): void {}
}

type ObjectClass<Opened extends DurableObject<BackendEnv>> = new (state: DurableObjectState, env: BackendEnv) => Opened;

/** Opens the object only if this release can read its data. */
export function openWhereReadable<Opened extends DurableObject<BackendEnv>>(
	Class: ObjectClass<Opened>,
): ObjectClass<Opened> {
	for (const name of methodsOf(Class.prototype)) {
		if (name in NewerObject.prototype) continue;
		Object.defineProperty(NewerObject.prototype, name, { value: denyCall });
	}
	return new Proxy(Class, {
		construct(_, [state, env]: [DurableObjectState, BackendEnv]) {
			const { storage } = state;
			const found = holdsAccount(storage) ? takeObjectForm(storage) : objectForm(storage);
			if (isReadable(found)) return new Class(state, env);
			logWarning({ event: "stored-form-newer", place: "account", reason: newerFormText(found) });
			return new NewerObject(state, env);
		},
	});
}

/** Names of an object's methods, those of the classes that it extends too. */
export function methodsOf(prototype: object): string[] {
	if (prototype === DurableObject.prototype) return [];
	return [...Object.getOwnPropertyNames(prototype), ...methodsOf(Object.getPrototypeOf(prototype))];
}

async function denyCall(): Promise<never> {
	throw domainError("UPDATE_UNDER_WAY");
}
