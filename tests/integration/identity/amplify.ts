import { Amplify, type ResourcesConfig } from "aws-amplify";
import {
	createKeyValueStorageFromCookieStorageAdapter,
	createUserPoolsTokenProvider,
	runWithAmplifyServerContext,
} from "aws-amplify/adapter-core";
import { cognitoUserPoolsTokenProvider } from "aws-amplify/auth/cognito";
import { fetchAuthSession, getCurrentUser } from "aws-amplify/auth/server";
import { ConsoleLogger, CookieStorage } from "aws-amplify/utils";
import { localSettings } from "../../../local/local-settings.ts";
import type { Visitor } from "../product";

const { USER_POOL_ID: userPoolId, USER_POOL_CLIENT_ID: userPoolClientId } = localSettings;

function resources(productUrl: URL): ResourcesConfig {
	const userPoolEndpoint = new URL("/__local/cognito-idp", productUrl).href;
	return { Auth: { Cognito: { userPoolId, userPoolClientId, userPoolEndpoint } } };
}

/** Emulates `document.cookie`: writes one line at a time, reads pairs without attributes. */
export class PageWithCookies {
	readonly pairs = new Map<string, string>();

	get cookie(): string {
		return [...this.pairs].map(([name, value]) => `${name}=${value}`).join("; ");
	}

	set cookie(line: string) {
		const [pair = "", ...attributes] = line.split("; ");
		const name = pair.slice(0, pair.indexOf("="));
		const expires = attributes.find((attribute) => attribute.startsWith("expires="));
		const isRemoval = expires !== undefined && Date.parse(expires.slice("expires=".length)) < Date.now();
		if (isRemoval) this.pairs.delete(name);
		else this.pairs.set(name, pair.slice(pair.indexOf("=") + 1));
	}

	// Amplify looks in the page for its framework, to name it in its requests.
	querySelector(): null {
		return null;
	}

	querySelectorAll(): [] {
		return [];
	}
}

/** Configures Amplify as the old console did: its own cookie storage, against the emulated user pool. */
export function configureAmplify(productUrl: URL): void {
	ConsoleLogger.LOG_LEVEL = "ERROR";
	Amplify.configure(resources(productUrl));
	cognitoUserPoolsTokenProvider.setKeyValueStorage(new CookieStorage({ sameSite: "lax" }));
}

export async function readOnServer(visitor: Visitor, productUrl: URL) {
	const cookies = [...visitor.cookies].map(([name, value]) => ({
		name: decodeURIComponent(name),
		value: decodeURIComponent(value),
	}));
	const writes: string[] = [];
	const storage = createKeyValueStorageFromCookieStorageAdapter({
		getAll: () => cookies,
		get: (wanted) => cookies.find(({ name }) => name === wanted),
		set: (name) => void writes.push(name),
		delete: (name) => void writes.push(name),
	});
	const config = resources(productUrl);
	if (!config.Auth) throw new Error("The configuration has no Auth part.");
	const tokenProvider = createUserPoolsTokenProvider(config.Auth, storage);
	return runWithAmplifyServerContext(config, { Auth: { tokenProvider } }, async (context) => ({
		session: await fetchAuthSession(context),
		user: await getCurrentUser(context),
		/** Names the adapter wrote or deleted: none unless it found the session due. */
		writes,
	}));
}
