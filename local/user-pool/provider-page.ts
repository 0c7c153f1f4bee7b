import { html } from "hono/html";
import { pageFrame } from "../page-frame";
import type { IdentityProvider } from "./identity-providers";

type Shown = { provider: IdentityProvider; visit: string; email: string; note: string };

/** The identity provider of a local run believes every person. */
export function providerPage({ provider, visit, email, note }: Shown) {
	return pageFrame(
		`Sign in at ${provider.name}`,
		html`${note === "" ? "" : html`<p role="alert">${note}</p>`}
<p>This stands in for the sign-in page of a company. Nothing is asked of ${provider.details.oidc_issuer ?? provider.details.MetadataURL ?? "it"}.</p>
<form method="post" action="provider" class="settings">
<input type="hidden" name="visit" value="${visit}">
<label>E-mail <input name="email" type="text" value="${email}" autocomplete="off" autofocus></label>
<label>Name <input name="name" type="text" value=""></label>
<label>Groups <input name="groups" type="number" min="0" max="1000" value="0"></label>
<label>Says the address is verified <select name="isVerified"><option value="no">no</option><option value="yes">yes</option></select></label>
<button name="act" value="continue">Continue</button>
<button name="act" value="decline">Decline</button>
<button name="act" value="remove">Remove this person</button>
<button name="act" value="restore">Take this person back</button>
</form>`,
	);
}
