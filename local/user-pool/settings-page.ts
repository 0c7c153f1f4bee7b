import type { Context } from "hono";
import { html } from "hono/html";
import { type PoolSettings, PoolSettingsChange } from "./pool";
import type { UserPoolObject } from "./user-pool-object";

export const settingsPath = "/__local/user-pool/settings";

/** `POST /__local/user-pool/settings`, each setting optional. 400, changing nothing, if a value is invalid. */
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
		return null; // not JSON: the schema rejects it with a reason
	}
}

export function settingsForm(settings: PoolSettings) {
	return html`<form method="post" action="${settingsPath}" class="settings">
${choice("rotation", "Refresh token rotation", [toText(settings.rotation), switchTexts])}
${seconds("graceSeconds", "Grace after a rotation, seconds", settings.graceSeconds)}
${seconds("accessTokenSeconds", "Life of access and id tokens, seconds", settings.accessTokenSeconds)}
${choice("preventUserExistenceErrors", "Hide who exists", [toText(settings.preventUserExistenceErrors), switchTexts])}
${choice("mfa", "Two-step sign-in", [settings.mfa, ["off", "optional", "required"]])}
${choice("passkeys", "Passkeys", [settings.passkeys, ["off", "single-factor", "multi-factor"]])}
${choice("guestAccess", "Guest access", [toText(settings.guestAccess), switchTexts])}
<button>Save</button>
</form>`;
}

const switchTexts = ["on", "off"];

function toText(isOn: boolean): string {
	return isOn ? "on" : "off";
}

function choice(name: keyof PoolSettings, label: string, [value, values]: [string, string[]]) {
	return html`<label>${label} <select name="${name}">${values.map(
		(option) => html`<option value="${option}"${option === value ? html` selected` : ""}>${option}</option>`,
	)}</select></label>`;
}

function seconds(name: keyof PoolSettings, label: string, value: number) {
	return html`<label>${label} <input name="${name}" type="number" min="0" max="86400" value="${value}" required></label>`;
}
