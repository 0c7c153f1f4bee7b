import type { CurrentAccount } from "../shared/account/account";
import { minuteMs } from "../shared/base/durations";
import { actOnKeptState, type KeptObjectAct } from "../shared/base/kept-state";
import { ensureAccount } from "./account/members";
import { AccountCalls } from "./account-calls";
import type { NewAccount } from "./base/context";
import { directoryForm } from "./db/directory-form";
import { takeObjectForm } from "./db/object-form";
import { type OpenAccount, openAccount } from "./open-account";
import { type RecoveryPoint, restoreAccount } from "./recovery/run-recoveries";

const restedMs = 10_000;
/** Wait before due work is retried while a newer release starts. */
const updateWaitMs = minuteMs;

/** One account: its entities, its log and the router for its members. An object without an account writes nothing. */
export class AccountObject extends AccountCalls {
	override async alarm(): Promise<void> {
		const isOutdated = (await directoryForm.findNewer()) !== null;
		if (this.account === null) return;
		if (isOutdated) return this.ctx.storage.setAlarm(Date.now() + updateWaitMs);
		await this.#runDue(this.account, Date.now());
	}

	async #runDue(account: OpenAccount, now: number): Promise<void> {
		if (!account.isClosed()) return account.runDue(now);
		const { storage } = this.ctx;
		const closing = await account.goOnClosing(now);
		if (closing.status === "again") return storage.setAlarm(Math.max(closing.at, Date.now()));
		this.account = null;
		await storage.deleteAlarm();
		await storage.deleteAll();
		// Memory still holds data of the deleted account.
		this.ctx.abort("The account is deleted.");
	}

	/** Runs due work after a lost alarm. `now` is epoch ms. False: no account. */
	async runOverdue(now: number): Promise<boolean> {
		if (this.account === null) return false;
		await this.#runDue(this.account, now);
		return true;
	}

	async setBack(point: RecoveryPoint) {
		return restoreAccount(this.ctx.storage, point);
	}

	async beginAnew(): Promise<void> {
		this.ctx.abort("It begins anew at the point that it was set back to.");
	}

	override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
		this.account?.live.received(socket, message);
	}

	override webSocketClose(socket: WebSocket): void {
		this.account?.live.left(socket);
	}

	override webSocketError(socket: WebSocket): void {
		this.account?.live.left(socket);
	}

	/** The only place that creates an account. Null if the account is being deleted. */
	async ensureAccount(account: NewAccount, now: number): Promise<CurrentAccount | null> {
		if (this.account === null) {
			takeObjectForm(this.ctx.storage);
			this.account = openAccount(this.ctx, this.env);
			await this.account.ready;
		}
		return this.account.isClosed() ? null : this.account.write(now, (store) => ensureAccount(store, account));
	}

	/** Local runs only. After a restore the seed first sends missing uploads, so that no device is reported silent. */
	async keptState(act: KeptObjectAct): Promise<void> {
		if (act === "restore") await this.ctx.storage.setAlarm(Date.now() + restedMs);
		await actOnKeptState(this.ctx, act);
	}
}
