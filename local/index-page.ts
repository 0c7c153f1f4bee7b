import { html } from "hono/html";
import { confidentialClient, localSso } from "./local-settings";
import { pageFrame } from "./page-frame";
import { companies, localPassword, type Persona, type PersonaState, personas, totpSecret } from "./personas";
import { failureSentinels, refreshSentinels } from "./user-pool/failure-sentinels";
import type { PoolSettings } from "./user-pool/pool";
import { jwksPath } from "./user-pool/pool-identity";
import { settingsForm, settingsPath } from "./user-pool/settings-page";

const states: Record<PersonaState, string> = {
	ready: "",
	"must-set-password": "must set a new password",
	"temporary-password-expired": "has a temporary password that has expired",
	"must-set-up-second-step": "must set up an authenticator",
	unconfirmed: "has not confirmed the address",
	"reset-required": "must reset the password",
	disabled: "is disabled",
};

const secondStepNames = { SOFTWARE_TOKEN_MFA: "authenticator", SMS_MFA: "code by SMS", EMAIL_OTP: "code by e-mail" };

const refreshFailures: Record<string, string> = {
	[refreshSentinels.revoked]: "refresh is refused: revoked",
	[refreshSentinels.slow]: "refresh takes 20 seconds",
	[refreshSentinels.throttled]: "refresh is refused: too many requests",
	[refreshSentinels.outage]: "refresh is answered by an HTML error page",
};

function describe(persona: Persona): string {
	const { membership, seesOnly, invitedTo, state, isRemoved, secondSteps, username, email } = persona;
	const place = membership ? `${membership.role} of ${companies[membership.company]}` : "of no account";
	return [
		isRemoved ? `removed, was ${place}` : place,
		seesOnly && `sees the devices of ${seesOnly.join(", ")} alone`,
		invitedTo && `invited to ${companies[invitedTo.company]} as ${invitedTo.role}`,
		states[state],
		secondSteps.length > 0 && `second step: ${secondSteps.map((step) => secondStepNames[step]).join(" or ")}`,
		username === email && "the address is the user name in the tokens too",
		refreshFailures[email],
	]
		.filter(Boolean)
		.join("; ");
}

type LocalRun = { isBackendCut: boolean; settings: PoolSettings };

export function indexPage({ isBackendCut, settings }: LocalRun) {
	const rows = personas.map(
		(persona) => html`<tr><td>${persona.email}</td><td>${persona.name}</td><td>${describe(persona)}</td></tr>`,
	);
	return pageFrame(
		"Local run",
		html`<h2>People</h2>
<p>Everybody's password is <code>${localPassword}</code>. Authenticators have the secret <code>${totpSecret}</code>.
Codes by e-mail and SMS are in the <a href="/__local/mailbox">mailbox</a>.</p>
<table>
<thead><tr><th>E-mail</th><th>Name</th><th>Who</th></tr></thead>
<tbody>${rows}</tbody>
</table>
<h2>Names that fail on purpose</h2>
<ul>
<li><code>${failureSentinels.slow}</code>: the answer takes 20 seconds</li>
<li><code>${failureSentinels.throttled}</code>: too many requests</li>
<li><code>${failureSentinels.outage}</code>: the user pool is down</li>
</ul>
<h2>The pools</h2>
${settingsForm(settings)}
<h2>The backend</h2>
<form method="post" action="/__local/backend/${isBackendCut ? "mend" : "cut"}">
<p>${isBackendCut ? "It is cut off from the console." : "It answers."}
<button>${isBackendCut ? "Mend it" : "Cut it off"}</button></p>
</form>
<h2>Endpoints</h2>
<ul>
<li><a href="/__local/config"><code>GET /__local/config</code></a>: ids and paths for an AWS client</li>
<li><code>POST /__local/cognito-idp</code>: the user pool's API, an endpoint for an AWS client; the app client with a secret is <code>${confidentialClient.clientId}</code></li>
<li><a href="/__local/cognito-idp${jwksPath}"><code>GET /__local/cognito-idp${jwksPath}</code></a>: its public keys</li>
<li><code>POST /__local/cognito-identity</code>: the identity pool's API</li>
<li><a href="/__local/dns"><code>GET /__local/dns</code></a>: TXT records that prove a claimed domain; <code>POST</code> a <code>name</code> and <code>text</code></li>
<li><code>GET /__local/user-pool-domain/oauth2/authorize</code>: single sign-on; the address of the provider <code>${localSso.provider}</code> is <code>anybody@${localSso.domain}</code></li>
<li><code>POST ${settingsPath}</code>: the settings above, as JSON or as a form</li>
<li><a href="/__local/mailbox"><code>GET /__local/mailbox</code></a>: what was sent; JSON for who accepts that, <code>?to=</code> one address</li>
<li><a href="/__local/incoming-mail"><code>GET /__local/incoming-mail</code></a>: deliver an <code>.eml</code> file to an integration; <code>POST</code> it as the body with <code>?to=</code></li>
<li><a href="/__local/webhooks"><code>GET /__local/webhooks</code></a>: the webhooks and cards of chat services that were posted, as text; JSON for who accepts that; <code>POST</code> to <code>accept</code>, <code>refuse</code>, <code>gone</code>, <code>redirect</code> or <code>silent</code> below it begins anew, with that response</li>
<li><code>POST /__local/telegram</code>: a <code>text</code> that a person sends to the Telegram bot</li>
<li><a href="/__local/calls"><code>GET /__local/calls</code></a>: the phone calls, with what they say and a keypad; JSON for who accepts that; <code>POST</code> to <code>&lt;sid&gt;/pickUp</code>, <code>1</code>, <code>hangUp</code>, <code>busy</code>, <code>voicemail</code>, <code>noAnswer</code> or <code>fail</code> below it</li>
<li><a href="/__local/errors"><code>GET /__local/errors</code></a>: what was reported to the error service, unpacked; <code>POST</code> to <code>accept</code>, <code>refuse</code> or <code>silent</code> below it begins anew, with a service that does so</li>
<li><code>POST /__local/seed</code>: the demo account, up to now; <code>?simulate=off</code> keeps its devices still</li>
</ul>`,
	);
}
