import { type Context, Hono } from "hono";
import * as requests from "../shared/auth-requests";
import type { AuthConfig, SessionCheck } from "../shared/session";
import { errorAnswer, jsonAnswer, methodNotAllowed, withCookies } from "./answers";
import { answerNewPassword } from "./auth/answer-new-password";
import { changePassword } from "./auth/change-password";
import { confirmSignUp } from "./auth/confirm-sign-up";
import { forgotPassword } from "./auth/forgot-password";
import { preferMfa } from "./auth/prefer-mfa";
import { readProfile } from "./auth/read-profile";
import { resendCode } from "./auth/resend-code";
import { resetPassword } from "./auth/reset-password";
import { respondChallenge } from "./auth/respond-challenge";
import { saveProfile } from "./auth/save-profile";
import { setUpTotp } from "./auth/set-up-totp";
import { signIn } from "./auth/sign-in";
import { signOutEverywhere } from "./auth/sign-out-everywhere";
import { signUp } from "./auth/sign-up";
import { type Handler, toHandler, type Verb } from "./auth/to-handler";
import { verifyEmail } from "./auth/verify-email";
import { verifyTotp } from "./auth/verify-totp";
import type { Console } from "./console";
import { logToConsole } from "./event-log";
import { isLoopback } from "./loopback";
import { isOwnRequest } from "./middleware/same-origin";
import { readOngoingSession } from "./session/read-session";
import { toSessionUser } from "./session/session-user";
import { signOut } from "./session/sign-out";
import { visitOf } from "./session/visit";

/** A door for this console's own pages, answering only where the settings are right. */
function door(handlers: { GET?: Handler; POST?: Handler }) {
	return async (c: Context<Console>): Promise<Response> => {
		const [requestId, deployment] = [c.get("requestId"), c.get("deployment")];
		if (!isOwnRequest(c.req.raw)) {
			logToConsole({ event: "request-refused", requestId, name: "CrossSiteRequest" });
			return errorAnswer("CrossSiteRequest", requestId);
		}
		const { method } = c.req;
		const handler = method === "GET" || method === "POST" ? handlers[method] : undefined;
		if (!handler) return methodNotAllowed(Object.keys(handlers).join(", "), requestId);
		const { services } = deployment;
		if (!services.isReady) return errorAnswer(services.problems[0].error, requestId);
		return handler(c, services.value);
	};
}

const checkSession: Handler = async (c, services) => {
	const session = await readOngoingSession(services, visitOf(c), "lately");
	if (session.status === "unchecked") {
		const { error, retryAfterSeconds, setCookies } = session;
		return withCookies(errorAnswer(error, c.get("requestId"), { retryAfterSeconds }), setCookies);
	}
	if (session.status === "signed-out") {
		const answer: SessionCheck = { isAuthenticated: false };
		return withCookies(jsonAnswer(answer), session.setCookies);
	}
	const expiresAt = session.access.exp * 1000;
	const answer: SessionCheck = {
		isAuthenticated: true,
		user: toSessionUser(session.access, session.id),
		expiresAt,
		expiresInMs: expiresAt - services.now(),
	};
	return withCookies(jsonAnswer(answer), session.setCookies);
};

const handleSignOut: Handler = async (c, services) => {
	return withCookies(jsonAnswer({ status: "signed-out" }), await signOut(services, visitOf(c)));
};

const describeAuth: Handler = async (c, services) => {
	const { environment } = c.get("deployment");
	const demo = environment.local !== null && isLoopback(c.req.url) ? environment.demoSignIn : null;
	const answer: AuthConfig = {
		companyName: environment.companyName,
		passwordPolicy: services.settings.passwordPolicy,
		isSignUpOpen: services.settings.isSignUpOpen,
		...(demo ? { local: { ...demo, mailboxPath: "/__local/mailbox" } } : {}),
	};
	return jsonAnswer(answer);
};

export const isAuthenticated = door({ GET: checkSession });

function post<Body = null>(verb: Verb<Body>) {
	return door({ POST: toHandler(verb) });
}

const { SignIn, RespondChallenge, NewPasswordRequired, TotpSetupRequest, TotpVerify, MfaPreference } = requests;
const { SignUp, Confirm, ResendCode, ForgotPassword, NewPassword, ChangePassword, SaveProfile, VerifyEmail } = requests;

export const auth = new Hono<Console>()
	.all("/config", door({ GET: describeAuth }))
	.all("/sign-in", post({ event: "sign-in", body: SignIn, run: signIn }))
	.all("/respond-challenge", post({ event: "challenge-answer", body: RespondChallenge, run: respondChallenge }))
	.all("/new-password-required", post({ event: "challenge-answer", body: NewPasswordRequired, run: answerNewPassword }))
	.all("/totp-setup", post({ event: "totp-setup", body: TotpSetupRequest, run: setUpTotp }))
	.all("/totp-verify", post({ event: "totp-verify", body: TotpVerify, run: verifyTotp }))
	.all("/mfa-preference", post({ event: "mfa-preference", body: MfaPreference, run: preferMfa }))
	.all("/sign-up", post({ event: "sign-up", body: SignUp, run: signUp }))
	.all("/confirm", post({ event: "sign-up-confirm", body: Confirm, run: confirmSignUp }))
	.all("/resend-code", post({ event: "code-resend", body: ResendCode, run: resendCode }))
	.all("/forgot-password", post({ event: "password-reset-code", body: ForgotPassword, run: forgotPassword }))
	.all("/new-password", post({ event: "password-reset", body: NewPassword, run: resetPassword }))
	.all("/change-password", post({ event: "password-change", body: ChangePassword, run: changePassword }))
	.all(
		"/profile",
		door({
			GET: toHandler({ event: "profile-read", body: null, run: readProfile }),
			POST: toHandler({ event: "profile-save", body: SaveProfile, run: saveProfile }),
		}),
	)
	.all("/verify-email", post({ event: "email-verify", body: VerifyEmail, run: verifyEmail }))
	.all("/sign-out", door({ POST: handleSignOut }))
	.all("/sign-out-everywhere", post({ event: "sign-out-everywhere", body: null, run: signOutEverywhere }));
