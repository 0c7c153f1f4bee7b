import { type Context, Hono } from "hono";
import * as requests from "../shared/auth-requests";
import type { AuthConfig, SessionCheck } from "../shared/session";
import { errorAnswer, jsonAnswer, methodNotAllowed, withCookies } from "./answers";
import { answerNewPassword, respondChallenge } from "./auth/answer-challenge";
import { changePassword, forgotPassword, resetPassword } from "./auth/passwords";
import { readProfile, saveProfile, verifyEmail } from "./auth/profile";
import { preferMfa, setUpTotp, verifyTotp } from "./auth/second-step";
import { signIn } from "./auth/sign-in";
import { signOutEverywhere } from "./auth/sign-out-everywhere";
import { confirmSignUp, resendCode, signUp } from "./auth/sign-up";
import { type Handler, toHandler, type Verb } from "./auth/to-handler";
import { logToConsole } from "./event-log";
import { isLoopback } from "./loopback";
import { isOwnRequest } from "./middleware/same-origin";
import { type Console, requestContextOf } from "./request-context";
import { readOngoingSession } from "./session/read-session";
import { signOut } from "./session/sign-out";
import { toSessionUser } from "./session/tokens";

function endpoint(handlers: { GET?: Handler; POST?: Handler }) {
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
	const session = await readOngoingSession(services, requestContextOf(c), "lately");
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
	return withCookies(jsonAnswer({ status: "signed-out" }), await signOut(services, requestContextOf(c)));
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

export const isAuthenticated = endpoint({ GET: checkSession });

function post<Body = null>(verb: Verb<Body>) {
	return endpoint({ POST: toHandler(verb) });
}

const { SignIn, RespondChallenge, NewPasswordRequired, TotpSetupRequest, TotpVerify, MfaPreference } = requests;
const { SignUp, Confirm, ResendCode, ForgotPassword, NewPassword, ChangePassword, SaveProfile, VerifyEmail } = requests;

export const auth = new Hono<Console>()
	.all("/config", endpoint({ GET: describeAuth }))
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
		endpoint({
			GET: toHandler({ event: "profile-read", body: null, run: readProfile }),
			POST: toHandler({ event: "profile-save", body: SaveProfile, run: saveProfile }),
		}),
	)
	.all("/verify-email", post({ event: "email-verify", body: VerifyEmail, run: verifyEmail }))
	.all("/sign-out", endpoint({ POST: handleSignOut }))
	.all("/sign-out-everywhere", post({ event: "sign-out-everywhere", body: null, run: signOutEverywhere }));
