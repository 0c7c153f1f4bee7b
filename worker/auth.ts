import { Hono } from "hono";
import * as requests from "../shared/session/auth-requests";
import type { AuthConfig, SessionCheck, SignedOut } from "../shared/session/session";
import { authCallOf } from "./auth/auth-call";
import { authEndpoint } from "./auth/auth-endpoint";
import { confirmIdentity } from "./auth/confirm-identity";
import { challengePasskey, isPasskeyHost } from "./auth/passkey-challenge";
import { addPasskey, completePasskey, listPasskeys, removePasskey } from "./auth/passkeys";
import { changePassword, forgotPassword, resetPassword } from "./auth/passwords";
import { readProfile, saveProfile, verifyEmail } from "./auth/profile";
import { respondChallenge, respondWithNewPassword } from "./auth/respond-to-challenge";
import { preferMfa, setUpTotp, verifyTotp } from "./auth/second-step";
import { signIn } from "./auth/sign-in";
import { signOutEverywhere } from "./auth/sign-out-everywhere";
import { confirmSignUp, resendCode, signUp } from "./auth/sign-up";
import { beginSso, confirmBySso, finishSso, offerSso, ssoLeaveAddress } from "./auth/sso";
import { isLoopback } from "./base/loopback";
import { jsonResponse } from "./base/responses";
import { toSessionUser } from "./cognito/tokens";
import { ownRequest } from "./middleware/own-request";
import { only, ownBackend, ready } from "./middleware/ready";
import { withoutSession } from "./middleware/session";
import type { Console, ConsoleContext } from "./services/console";
import { readOngoingSession } from "./session/read-session";
import { signOut } from "./session/sign-out";

export async function checkSession(c: ConsoleContext): Promise<Response> {
	const services = c.get("services");
	const session = await readOngoingSession(services, c.get("context"), "lately");
	if (session.status === "unchecked") throw withoutSession(session);
	if (session.status === "signed-out") {
		const ending = c.get("context").cookies.ending ?? undefined;
		return jsonResponse({ isAuthenticated: false, ending } satisfies SessionCheck);
	}
	const expiresAt = session.access.exp * 1000;
	return jsonResponse({
		isAuthenticated: true,
		user: toSessionUser(session.access, session.id),
		expiresAt,
		expiresInMs: expiresAt - services.now(),
		idleMinutes: session.idleMinutes ?? undefined,
	} satisfies SessionCheck);
}

async function handleSignOut(c: ConsoleContext): Promise<Response> {
	const leave = ssoLeaveAddress(authCallOf(c));
	await signOut(c.get("services"), c.get("context"));
	return jsonResponse({ status: "signed-out", ...(leave !== null && { leave }) } satisfies SignedOut);
}

function describeAuth(c: ConsoleContext): Response {
	const { local, demoSignIn, companyName } = c.get("deployment").environment;
	const { passwordPolicy, isSignUpOpen, passkeyDomain, userPoolDomain } = c.get("services").settings;
	const demo = local !== null && isLoopback(c.req.url) ? demoSignIn : null;
	return jsonResponse({
		companyName,
		passwordPolicy,
		isSignUpOpen,
		...(isPasskeyHost(passkeyDomain, c.req.url) ? { hasPasskeys: true as const } : {}),
		...(userPoolDomain !== null && { userPoolDomain }),
		...(demo ? { local: { ...demo, mailboxPath: "/__local/mailbox" } } : {}),
	} satisfies AuthConfig);
}

const read = [ownRequest, only("GET"), ready] as const;
const write = [ownRequest, only("POST"), ready] as const;

const { SignIn, RespondChallenge, NewPasswordRequired, TotpSetupRequest, TotpVerify, MfaPreference } = requests;
const {
	BeginSso,
	ConfirmBySso,
	ConfirmIdentity,
	FinishSso,
	SignUp,
	Confirm,
	ResendCode,
	ForgotPassword,
	NewPassword,
	OfferSso,
	ChangePassword,
	SaveProfile,
	VerifyEmail,
	PasskeyChallenge,
	AddPasskey,
	PasskeyAdded,
	RemovePasskey,
} = requests;

export const auth = new Hono<Console>()
	.all("/config", ...read, describeAuth)
	.all("/sign-in", ...write, authEndpoint("sign-in", SignIn, signIn))
	.all("/respond-challenge", ...write, authEndpoint("challenge-answer", RespondChallenge, respondChallenge))
	.all(
		"/new-password-required",
		...write,
		authEndpoint("challenge-answer", NewPasswordRequired, respondWithNewPassword),
	)
	.all("/totp-setup", ...write, authEndpoint("totp-setup", TotpSetupRequest, setUpTotp))
	.all("/totp-verify", ...write, authEndpoint("totp-verify", TotpVerify, verifyTotp))
	.all("/mfa-preference", ...write, authEndpoint("mfa-preference", MfaPreference, preferMfa))
	.all("/sign-up", ...write, authEndpoint("sign-up", SignUp, signUp))
	.all("/confirm", ...write, authEndpoint("sign-up-confirm", Confirm, confirmSignUp))
	.all("/resend-code", ...write, authEndpoint("code-resend", ResendCode, resendCode))
	.all("/forgot-password", ...write, authEndpoint("password-reset-code", ForgotPassword, forgotPassword))
	.all("/new-password", ...write, authEndpoint("password-reset", NewPassword, resetPassword))
	.all("/change-password", ...write, authEndpoint("password-change", ChangePassword, changePassword))
	.all("/profile", ownRequest, only("GET", "POST"), ready)
	.get("/profile", authEndpoint("profile-read", null, readProfile))
	.post("/profile", authEndpoint("profile-save", SaveProfile, saveProfile))
	.all("/verify-email", ...write, authEndpoint("email-verify", VerifyEmail, verifyEmail))
	.all("/confirm-identity", ...write, ownBackend, authEndpoint("identity-confirm", ConfirmIdentity, confirmIdentity))
	.all("/passkey-challenge", ...write, authEndpoint("passkey-challenge", PasskeyChallenge, challengePasskey))
	.all("/passkeys", ...read, authEndpoint("passkey-list", null, listPasskeys))
	.all("/passkey-add", ...write, authEndpoint("passkey-add", AddPasskey, addPasskey))
	.all("/passkey-added", ...write, authEndpoint("passkey-added", PasskeyAdded, completePasskey))
	.all("/passkey-remove", ...write, authEndpoint("passkey-remove", RemovePasskey, removePasskey))
	.all("/sso/offer", ...write, ownBackend, authEndpoint("sso-offer", OfferSso, offerSso))
	.all("/sso", ...write, ownBackend, authEndpoint("sso-begin", BeginSso, beginSso))
	.all("/sso/confirm", ...write, ownBackend, authEndpoint("sso-begin", ConfirmBySso, confirmBySso))
	.all("/sso/finish", ...write, ownBackend, authEndpoint("sso-finish", FinishSso, finishSso))
	.all("/sign-out", ...write, handleSignOut)
	.all("/sign-out-everywhere", ...write, authEndpoint("sign-out-everywhere", null, signOutEverywhere));
