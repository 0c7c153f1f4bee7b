import {
	type AssistantRequest,
	type AssistantRequestTarget,
	type ConnectAssistant,
	connectPath,
	consentDays,
} from "../../shared/account/api-key";
import { errorKey } from "../../shared/base/error-key";
import { givenName } from "../../shared/base/name-text";
import { said } from "../../shared/log/said";
import { assertMayGrant } from "../account/manage-users";
import { addConfigEvent } from "../activity/log-events";
import { newApiKeyRow } from "../api/key-router";
import type { Call, MemberContext } from "../base/context";
import { InputError } from "../base/errors";
import { accountOrThrow } from "../db/account-rows";
import { insertApiKey } from "../db/api-key-rows";
import { createOauthStore } from "../db/oauth-rows";
import { authorizationServerOf, type Grant, loadOauth, readScope } from "./authorization-server";

export async function getAssistantRequest({ ctx, input }: Call<AssistantRequestTarget>): Promise<AssistantRequest> {
	const oauth = await oauthOf(ctx, input);
	const isOn = accountOrThrow(ctx.db).isOpenToAssistants;
	try {
		const request = await oauth.parseAuthRequest(requestOf(input));
		const { clientName, clientDomain = null, redirectHost, redirectIsLoopback } = await oauth.describeConsent(request);
		const { authorizationErrorRedirect } = await loadOauth();
		return {
			state: "valid",
			isOn,
			name: givenName(clientName) ?? redirectHost,
			domain: clientDomain,
			redirectHost,
			isLocal: redirectIsLoopback,
			declineTo: authorizationErrorRedirect(request, "access_denied"),
		};
	} catch (error) {
		if (await isInvalid(error)) return { state: "invalid" };
		throw error;
	}
}

/** Returns where the browser goes with the code. The token that the assistant gets for it holds the key alone. */
export async function connectAssistant({ ctx, input }: Call<ConnectAssistant>): Promise<{ redirectTo: string }> {
	const { scope } = input;
	assertMayGrant(ctx, { role: "viewer", scope });
	if (!accountOrThrow(ctx.db).isOpenToAssistants) throw invalidRequest();
	const oauth = await oauthOf(ctx, input);
	const { request, name } = await parsed(oauth, input);
	const { row, key } = await newApiKeyRow(ctx, {
		name,
		access: "assistant",
		scope,
		days: consentDays,
	});
	const { redirectTo } = await oauth.completeAuthorization({
		request,
		userId: `${ctx.accountId}.${ctx.user.id}`,
		metadata: {},
		scope: [readScope],
		props: { key } satisfies Grant,
	});
	ctx.audit.change({ apiKey: [row.id] }, () => {
		insertApiKey(ctx.db, { ...row, renewedDays: consentDays });
		addConfigEvent(ctx, null, said("apiKey.added", { name }));
	});
	ctx.invalidations.changed("account", "all");
	return { redirectTo };
}

type Oauth = Awaited<ReturnType<typeof oauthOf>>;

async function oauthOf(ctx: MemberContext, { origin }: AssistantRequestTarget) {
	if (!URL.canParse(origin) || !ctx.ownHosts.includes(new URL(origin).hostname)) throw invalidRequest();
	const server = await authorizationServerOf(origin);
	return server.getOAuthApi({ OAUTH_KV: createOauthStore(ctx.directory, () => ctx.now) });
}

async function parsed(oauth: Oauth, input: AssistantRequestTarget) {
	try {
		const request = await oauth.parseAuthRequest(requestOf(input));
		const { clientName, redirectHost } = await oauth.describeConsent(request);
		return { request, name: givenName(clientName) ?? redirectHost };
	} catch (error) {
		throw (await isInvalid(error)) ? invalidRequest() : error;
	}
}

const requestOf = ({ origin, search }: AssistantRequestTarget) => new Request(`${origin}${connectPath}?${search}`);

async function isInvalid(error: unknown): Promise<boolean> {
	const { AuthorizationError, CimdFetchError } = await loadOauth();
	return error instanceof AuthorizationError || error instanceof CimdFetchError;
}

const invalidRequest = () => new InputError({ search: errorKey("assistants.request") });
