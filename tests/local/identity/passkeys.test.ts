import { afterEach, describe, expect, it } from "vitest";
import { confidentialClient } from "../../../local/local-settings";
import { clientId } from "../../../local/user-pool/pool-identity";
import { totpCode } from "../../../local/user-pool/totp";
import { minuteMs } from "../../../shared/base/durations";
import { createPasskey } from "../authenticator";
import {
	call,
	callAt,
	changeSettings,
	newPerson,
	passwordSignIn,
	type Reply,
	rejection,
	restoreSettings,
	secretHash,
	signIn,
	tokensOf,
} from "../pool-client";

type Made = { email: string; accessToken: string; passkey: Awaited<ReturnType<typeof createPasskey>> };
type Options = { challenge: string; rp?: { id: string } };

async function optionsFor(accessToken: string): Promise<Options> {
	const { body } = await call("StartWebAuthnRegistration", { AccessToken: accessToken });
	return body.CredentialCreationOptions as Options; // the first test asserts its shape
}

const complete = (AccessToken: string, Credential: unknown) =>
	call("CompleteWebAuthnRegistration", { AccessToken, Credential });

async function personWithPasskey(): Promise<Made> {
	const email = await newPerson();
	const { AccessToken: accessToken } = await signIn(email);
	const passkey = await createPasskey();
	const registered = await complete(accessToken, await passkey.register(await optionsFor(accessToken)));
	expect(registered).toMatchObject({ status: 200, body: {} });
	return { email, accessToken, passkey };
}

const begin = (email: string) => ({
	ClientId: clientId,
	AuthFlow: "USER_AUTH",
	AuthParameters: { USERNAME: email, PREFERRED_CHALLENGE: "WEB_AUTHN" },
});

type Posed = { session: unknown; options: Options & { allowCredentials: { id: string }[] } };

async function posed(email: string): Promise<Posed> {
	const { body } = await call("InitiateAuth", begin(email));
	expect(body).toMatchObject({ ChallengeName: "WEB_AUTHN" });
	const { CREDENTIAL_REQUEST_OPTIONS: text = "" } = body.ChallengeParameters as Record<string, string>;
	return { session: body.Session, options: JSON.parse(text) };
}

const response = (email: string, session: unknown, credential: unknown) => ({
	ClientId: clientId,
	ChallengeName: "WEB_AUTHN",
	Session: session,
	ChallengeResponses: { USERNAME: email, CREDENTIAL: JSON.stringify(credential) },
});

const respond = (...given: Parameters<typeof response>): Promise<Reply> =>
	call("RespondToAuthChallenge", response(...given));

const rejected = rejection("NotAuthorizedException", "Incorrect passkey.");

afterEach(restoreSettings);

describe("passkeys of the emulated pool", () => {
	it("registers a passkey, lists it, signs in by it, and removes it", async () => {
		const { email, accessToken, passkey } = await personWithPasskey();
		const { body } = await call("ListWebAuthnCredentials", { AccessToken: accessToken });
		expect(body.Credentials).toEqual([
			{
				CredentialId: passkey.id,
				FriendlyCredentialName: "Passkey",
				RelyingPartyId: "localhost",
				AuthenticatorAttachment: "platform",
				AuthenticatorTransports: ["internal"],
				CreatedAt: expect.any(Number),
			},
		]);
		const { session, options } = await posed(email);
		expect(options).toMatchObject({ rpId: "localhost", userVerification: "required" });
		expect(options.allowCredentials.map(({ id }) => id)).toEqual([passkey.id]);
		const entered = await respond(email, session, await passkey.sign(options));
		expect(tokensOf(entered)).toHaveProperty("RefreshToken");

		const removal = { AccessToken: accessToken, CredentialId: passkey.id };
		expect((await call("DeleteWebAuthnCredential", removal)).status).toBe(200);
		expect((await call("DeleteWebAuthnCredential", removal)).body.__type).toBe("ResourceNotFoundException");
		expect((await call("InitiateAuth", begin(email))).body).toMatchObject({
			ChallengeName: "SELECT_CHALLENGE",
			AvailableChallenges: ["PASSWORD"],
		});
	});

	it("S74 rejects a registration of another relying party, origin or challenge, without verification, and a late one", async () => {
		const { AccessToken } = await signIn(await newPerson());
		const passkey = await createPasskey();
		const attempt = async (spoiled: object, change: Partial<Options> = {}) => {
			const options = { ...(await optionsFor(AccessToken)), ...change };
			return (await complete(AccessToken, await passkey.register(options, spoiled))).body.__type;
		};
		expect(await attempt({ rpId: "other.example" })).toBe("WebAuthnRelyingPartyMismatchException");
		expect(await attempt({ origin: "https://other.example" })).toBe("WebAuthnOriginNotAllowedException");
		expect(await attempt({ origin: "http://localhost.other.example" })).toBe("WebAuthnOriginNotAllowedException");
		expect(await attempt({ isVerified: false })).toBe("WebAuthnCredentialNotSupportedException");
		expect(await attempt({}, { challenge: "AAAA" })).toBe("WebAuthnChallengeNotFoundException");
		const options = await optionsFor(AccessToken);
		const late = { AccessToken, Credential: await passkey.register(options) };
		const { body } = await callAt(Date.now() + 4 * minuteMs, "CompleteWebAuthnRegistration", late);
		expect(body.__type).toBe("WebAuthnChallengeNotFoundException");
		expect((await complete(AccessToken, await passkey.register(options))).body.__type).toBe(
			"WebAuthnChallengeNotFoundException",
		);
		expect((await call("ListWebAuthnCredentials", { AccessToken })).body.Credentials).toEqual([]);
	});

	it("S74 signs no one in by a passkey of another relying party or origin, unverified, or with a counter that goes back", async () => {
		const { email, passkey } = await personWithPasskey();
		const attempt = async (spoiled: object) => {
			const { session, options } = await posed(email);
			return respond(email, session, await passkey.sign(options, spoiled));
		};
		expect(await attempt({ rpId: "other.example" })).toMatchObject(rejected);
		expect(await attempt({ origin: "https://other.example" })).toMatchObject(rejected);
		expect(await attempt({ isVerified: false })).toMatchObject(rejected);
		expect((await attempt({ counter: 10 })).status).toBe(200);
		expect(await attempt({ counter: 9 })).toMatchObject(rejected);
		expect((await attempt({ counter: 11 })).status).toBe(200);
	});

	it("S74 takes each signature once, for its own challenge and its own person", async () => {
		const { email, passkey } = await personWithPasskey();
		const other = await personWithPasskey();
		const first = await posed(email);
		const signed = await passkey.sign(first.options);
		const second = await posed(email);
		expect(await respond(email, second.session, signed)).toMatchObject(rejected);
		expect((await respond(email, first.session, signed)).status).toBe(200);
		const over = rejection("NotAuthorizedException", "Invalid session for the user.");
		expect(await respond(email, first.session, signed)).toMatchObject(over);
		expect(await respond(email, second.session, await passkey.sign(second.options))).toMatchObject(over);

		const third = await posed(email);
		expect(await respond(email, third.session, await other.passkey.sign(third.options))).toMatchObject(rejected);
		const theirs = await posed(other.email);
		expect(await respond(email, theirs.session, await passkey.sign(theirs.options))).toMatchObject(over);
	});

	it("takes the hash of a client's secret over the name that was typed, in both calls", async () => {
		const { email, passkey } = await personWithPasskey();
		const hash = { ClientId: confidentialClient.clientId };
		const begun = { ...begin(email), ...hash };
		const AuthParameters = { ...begun.AuthParameters, SECRET_HASH: await secretHash(email) };
		const { body } = await call("InitiateAuth", { ...begun, AuthParameters });
		const { CREDENTIAL_REQUEST_OPTIONS: text = "" } = body.ChallengeParameters as Record<string, string>;
		const given = response(email, body.Session, await passkey.sign(JSON.parse(text)));
		const ChallengeResponses = { ...given.ChallengeResponses, SECRET_HASH: await secretHash(email) };
		expect(tokensOf(await call("RespondToAuthChallenge", { ...given, ...hash, ChallengeResponses }))).toHaveProperty(
			"AccessToken",
		);
		expect((await call("InitiateAuth", begun)).body.__type).toBe("NotAuthorizedException");
	});

	it("registers no passkey twice, nor more than twenty for a person", async () => {
		const { accessToken, passkey } = await personWithPasskey();
		const again = await complete(accessToken, await passkey.register(await optionsFor(accessToken)));
		expect(again.body.__type).toBe("InvalidParameterException");
		for (let known = 1; known < 20; known += 1) {
			const another = await createPasskey();
			await complete(accessToken, await another.register(await optionsFor(accessToken)));
		}
		const { body } = await call("StartWebAuthnRegistration", { AccessToken: accessToken });
		expect(body.__type).toBe("LimitExceededException");
	});

	it("tells by name that the pool has no passkeys, and lets no one begin with one", async () => {
		const { email, accessToken } = await personWithPasskey();
		await changeSettings({ passkeys: "off" });
		for (const operation of ["StartWebAuthnRegistration", "ListWebAuthnCredentials"]) {
			expect((await call(operation, { AccessToken: accessToken })).body.__type).toBe("WebAuthnNotEnabledException");
		}
		expect((await call("InitiateAuth", begin(email))).body).toMatchObject({ ChallengeName: "SELECT_CHALLENGE" });
	});

	it("counts a passkey as both steps of a person with a second step, once the person has it so", async () => {
		const { email, accessToken, passkey } = await personWithPasskey();
		const { body } = await call("AssociateSoftwareToken", { AccessToken: accessToken });
		const UserCode = await totpCode(String(body.SecretCode), Date.now());
		await call("VerifySoftwareToken", { AccessToken: accessToken, UserCode });
		const app = { SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } };
		const prefer = (settings: object) => call("SetUserMFAPreference", { AccessToken: accessToken, ...settings });
		await prefer(app);
		const refused = rejection("NotAuthorizedException", "Password Challenge is Required to SignIn");
		expect(await call("InitiateAuth", begin(email))).toMatchObject(refused);

		const alone = await prefer({ WebAuthnMfaSettings: { Enabled: true } });
		expect(alone.body.__type).toBe("InvalidParameterException");
		expect((await prefer({ ...app, WebAuthnMfaSettings: { Enabled: true } })).status).toBe(200);
		const { session, options } = await posed(email);
		expect(tokensOf(await respond(email, session, await passkey.sign(options)))).toHaveProperty("AccessToken");
		expect((await call("InitiateAuth", passwordSignIn(email))).body.ChallengeName).toBe("SOFTWARE_TOKEN_MFA");

		await changeSettings({ passkeys: "single-factor" });
		expect(await call("InitiateAuth", begin(email))).toMatchObject(refused);
	});
});
