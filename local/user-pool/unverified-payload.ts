import * as z from "zod/mini";
import { fromBase64Url } from "./base64url";

const Header = z.object({ alg: z.literal("RS256"), kid: z.string() });

/** What a JWT claims, before anybody has checked its signature; null for text that is no RS256 JWT. */
export function unverifiedPayload(jwt: string): unknown {
	const [header, payload, signature, ...rest] = jwt.split(".");
	const isJwt = Header.safeParse(parsePart(header)).success && signature !== undefined && rest.length === 0;
	return isJwt ? parsePart(payload) : null;
}

function parsePart(part: string | undefined): unknown {
	try {
		return JSON.parse(new TextDecoder().decode(fromBase64Url(part ?? "")));
	} catch (error) {
		// Neither base64url nor JSON: no token, as the schema will find.
		if (error instanceof SyntaxError) return null;
		throw error;
	}
}
