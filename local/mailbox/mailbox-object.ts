import { DurableObject } from "cloudflare:workers";
import { actOnKeptState, type KeptObjectAct } from "../../shared/kept-state";
import type { Message } from "./message";

const mostMessages = 200;

type MessageRow = {
	recipient: string;
	owner: string | null;
	subject: string;
	text: string;
	code: string | null;
	sent_at: number;
};

/** Everything a local run has sent to anybody, newest first. Nothing leaves the machine. */
export class MailboxObject extends DurableObject<LocalEnv> {
	constructor(ctx: DurableObjectState, env: LocalEnv) {
		super(ctx, env);
		ctx.storage.sql.exec(`
			CREATE TABLE IF NOT EXISTS messages (
				id INTEGER PRIMARY KEY AUTOINCREMENT, recipient TEXT NOT NULL, owner TEXT, subject TEXT NOT NULL,
				text TEXT NOT NULL, code TEXT, sent_at INTEGER NOT NULL
			)
		`);
	}

	keptState(act: KeptObjectAct): Promise<void> {
		return actOnKeptState(this.ctx, act);
	}

	deliver({ to, owner, subject, text, code, sentAt }: Message): void {
		const { sql } = this.ctx.storage;
		sql.exec(
			`INSERT INTO messages (recipient, owner, subject, text, code, sent_at)
			 VALUES (lower(?), lower(?), ?, ?, ?, ?)`,
			to,
			owner,
			subject,
			text,
			code,
			sentAt,
		);
		sql.exec(
			"DELETE FROM messages WHERE id <= (SELECT id FROM messages ORDER BY id DESC LIMIT 1 OFFSET ?)",
			mostMessages,
		);
	}

	/** `address` null: everybody's. */
	messages(address: string | null): Message[] {
		const rows = this.ctx.storage.sql.exec<MessageRow>(
			"SELECT * FROM messages WHERE ?1 IS NULL OR recipient = lower(?1) OR owner = lower(?1) ORDER BY id DESC",
			address,
		);
		return [...rows].map(({ recipient, sent_at: sentAt, owner, subject, text, code }) => ({
			to: recipient,
			owner,
			subject,
			text,
			code,
			sentAt,
		}));
	}
}
