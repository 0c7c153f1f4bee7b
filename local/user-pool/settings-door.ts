import type { Context } from "hono";
import { PoolSettingsChange } from "./pool-settings";
import type { UserPoolObject } from "./user-pool-object";

/**
 * `POST /__local/user-pool/settings` with JSON or a form, each setting optional: answers all of them as they
 * are then, or leads a form back to its page. 400 with the reasons, and nothing changed, if any is wrong.
 */
export async function changeSettings(c: Context, pool: DurableObjectStub<UserPoolObject>): Promise<Response> {
	const isForm = !c.req.header("content-type")?.startsWith("application/json");
	const change = PoolSettingsChange.safeParse(isForm ? await c.req.parseBody() : await readJson(c));
	if (!change.success) {
		const problems = change.error.issues.map(({ path, message }) => ({ setting: path.join("."), message }));
		return c.json({ problems }, 400);
	}
	const settings = await pool.changeSettings(change.data);
	return isForm ? c.redirect("/__local", 303) : c.json(settings);
}

async function readJson(c: Context): Promise<unknown> {
	try {
		return await c.req.json();
	} catch {
		return null; // no JSON: the schema refuses it with a reason
	}
}
