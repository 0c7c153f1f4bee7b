import { html } from "hono/html";
import { companies, localPassword, type Persona, personas, totpSecret } from "./personas";
import { failureSentinels } from "./user-pool/failure-sentinels";
import { jwksPath } from "./user-pool/pool-identity";

function describe({ membership, mustSetPassword, isRemoved, totpSecret: secret }: Persona): string {
	const place = membership ? `${membership.role} of ${companies[membership.company]}` : "of no account";
	return [
		isRemoved ? `removed, was ${place}` : place,
		mustSetPassword && "must set a new password",
		secret && "two-step sign-in",
	]
		.filter(Boolean)
		.join("; ");
}

/** What a local run offers beside the product. */
export function indexPage({ isBackendCut }: { isBackendCut: boolean }) {
	const rows = personas.map(
		(persona) => html`<tr><td>${persona.email}</td><td>${persona.name}</td><td>${describe(persona)}</td></tr>`,
	);
	return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>AQLCloud, local run</title></head>
<body>
<h1>AQLCloud, local run</h1>
<p><a href="/">Open the console</a></p>
<h2>People</h2>
<p>Everybody's password is <code>${localPassword}</code>. The second step's secret is <code>${totpSecret}</code>.</p>
<table border="1" cellpadding="6">
<thead><tr><th>E-mail</th><th>Name</th><th>Who</th></tr></thead>
<tbody>${rows}</tbody>
</table>
<h2>Names that fail on purpose</h2>
<ul>
<li><code>${failureSentinels.slow}</code>: the answer takes 20 seconds</li>
<li><code>${failureSentinels.throttled}</code>: too many requests</li>
<li><code>${failureSentinels.outage}</code>: the user pool is down</li>
</ul>
<h2>The backend</h2>
<form method="post" action="/__local/backend/${isBackendCut ? "mend" : "cut"}">
<p>${isBackendCut ? "It is cut off from the console." : "It answers."}
<button>${isBackendCut ? "Mend it" : "Cut it off"}</button></p>
</form>
<h2>Doors</h2>
<ul>
<li><a href="/__local/config"><code>GET /__local/config</code></a>: ids for an AWS client</li>
<li><code>POST /__local/cognito-idp</code>: the user pool's API, an endpoint for an AWS client</li>
<li><a href="/__local/cognito-idp${jwksPath}"><code>GET /__local/cognito-idp${jwksPath}</code></a>: its public keys</li>
<li><code>POST /__local/seed</code>: the demo account, up to now; <code>?simulate=off</code> keeps its devices still</li>
</ul>
</body>
</html>`;
}
