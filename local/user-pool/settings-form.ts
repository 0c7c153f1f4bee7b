import { html } from "hono/html";
import type { PoolSettings } from "./pool-settings";

export const settingsPath = "/__local/user-pool/settings";

/** The pools' switches as a form. */
export function settingsForm(settings: PoolSettings) {
	return html`<form method="post" action="${settingsPath}" class="settings">
${choice("rotation", "Refresh token rotation", [toText(settings.rotation), switchTexts])}
${seconds("graceSeconds", "Grace after a rotation, seconds", settings.graceSeconds)}
${seconds("accessTokenSeconds", "Life of access and id tokens, seconds", settings.accessTokenSeconds)}
${choice("preventUserExistenceErrors", "Hide who exists", [toText(settings.preventUserExistenceErrors), switchTexts])}
${choice("mfa", "Two-step sign-in", [settings.mfa, ["off", "optional", "required"]])}
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
