/** What the browser may know of a session. No token is ever part of it. */
export type SessionUser = { sub: string; username: string; email: string | null; name: string | null };

/** Answer of `GET /api/isAuthenticated`. `expiresAt` is when the access token ends, epoch ms. */
export type SessionCheck =
	| { isAuthenticated: false }
	| { isAuthenticated: true; user: SessionUser; expiresAt: number; expiresInMs: number };

export type SignInResult = { status: "signed-in"; user: SessionUser } | { status: "challenge"; challenge: string };

/** Answer of `GET /api/auth/config`, for signed-out screens. `demo` exists in local runs only. */
export type AuthConfig = {
	companyName: string;
	passwordPolicy: { minimumLength: number };
	demo?: { email: string; password: string };
};
