import type { HeaderReader } from "../../shared/base/header-names";
import type { DirectName, ReturnedHeader, TakenHeader } from "../../shared/direct-endpoints";

/** A request with the headers that the console Worker passes on. */
export type DirectRequest<Name extends DirectName> = Pick<Request, "url" | "method" | "body"> & {
	headers: HeaderReader<TakenHeader<Name>>;
};

/** A response with these headers alone: the console Worker drops others. The mark exists only in types. */
export type ResponseWith<Header extends string> = Response & { readonly onlyHeaders: Header };
export type DirectResponse<Name extends DirectName> = ResponseWith<ReturnedHeader<Name>>;

export type DirectEndpoints = {
	[Name in DirectName]: (request: DirectRequest<Name>, requestId: string) => Promise<DirectResponse<Name>>;
};

type Init<Header extends string> = { status?: number; headers?: { readonly [Name in Header]?: string } };

export function responseWith<Header extends string = never>(
	body: BodyInit | null,
	init: Init<Header>,
): ResponseWith<Header>;
export function responseWith(body: BodyInit | null, init: object): Response {
	return new Response(body, init);
}

export function jsonWith<Header extends string = never>(
	body: unknown,
	init?: Init<Header>,
): ResponseWith<Header | "content-type">;
export function jsonWith(body: unknown, init: object = {}): Response {
	return Response.json(body, init);
}
