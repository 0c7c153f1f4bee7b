import * as z from "zod/mini";

const Reply = z.object({
	success: z.boolean(),
	errors: z.nullish(z.array(z.object({ code: z.number(), message: z.string() }))),
	result: z.unknown(),
	result_info: z.nullish(z.object({ total_count: z.nullish(z.number()) })),
});

type Call = {
	path: string;
	method?: "GET" | "POST" | "PUT";
	body?: unknown;
	headers?: Record<string, string>;
};

/** Some come with status 400, as tokens of an account have no person behind them, and what is no token is malformed. */
const rejections = [6003, 6111, 9106, 9109, 10000, 10001];

/** `isRejected`: the token lacks a right, or is none. */
export class CloudflareError extends Error {
	readonly status: number;
	readonly codes: number[];
	constructor(message: string, { status, codes }: { status: number; codes: number[] }) {
		super(message);
		this.name = "CloudflareError";
		this.status = status;
		this.codes = codes;
	}
	/** What was asked is not done, however often it is asked: unlike an outage, a limit of calls or a right to be given. */
	get isFinal(): boolean {
		return this.status >= 400 && this.status < 500 && this.status !== 429 && !this.isRejected;
	}
	get isRejected(): boolean {
		return this.status === 401 || this.status === 403 || this.codes.some((code) => rejections.includes(code));
	}
}

export type CloudflareApi = {
	call<Shape extends z.ZodMiniType>(shape: Shape, call: Call): Promise<z.output<Shape>>;
	/** Every page of a list. */
	list<Shape extends z.ZodMiniType>(shape: Shape, call: Call): Promise<z.output<Shape>[]>;
};

type Parts = { token: string; base?: string; fetch?: typeof globalThis.fetch };

const publicBase = "https://api.cloudflare.com/client/v4";
const pageSize = 100;
/** More than any of these lists may have. */
const mostPages = 100;

/** Cloudflare's API as this command needs it; wrangler, which uploads, asks the same address. */
export function createCloudflareApi({ token, base = publicBase, fetch = globalThis.fetch }: Parts): CloudflareApi {
	async function ask({ path, method = "GET", body, headers }: Call) {
		const response = await fetch(`${base}${path}`, {
			method,
			headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
			...(body !== undefined && { body: JSON.stringify(body) }),
		}).catch((error: unknown) => {
			const cause = error instanceof Error ? (error.cause ?? error) : error;
			throw new Error(`Cloudflare's API does not answer at ${base}`, { cause });
		});
		const text = await response.text();
		const result = Reply.safeParse(jsonOrNull(text));
		if (result.success && result.data.success && response.ok) return result.data;
		const errors = result.data?.errors ?? [];
		const said = errors.map(({ code, message }) => `${message} [code: ${code}]`).join("; ");
		const codes = errors.map(({ code }) => code);
		throw new CloudflareError(`${method} ${path}: ${said || `status ${response.status}`}`, {
			status: response.status,
			codes,
		});
	}

	return {
		async call(shape, call) {
			const { result } = await ask(call);
			const parsed = z.safeParse(shape, result);
			if (parsed.success) return parsed.data;
			throw new Error(`${call.path}: Cloudflare answered in a form that is not known here`);
		},
		async list(shape, call) {
			const rows: z.output<typeof shape>[] = [];
			for (let page = 1; page <= mostPages; page += 1) {
				const separator = call.path.includes("?") ? "&" : "?";
				const paged = { ...call, path: `${call.path}${separator}page=${page}&per_page=${pageSize}` };
				const { result, result_info } = await ask(paged);
				const more = z.parse(z.array(shape), result ?? []);
				rows.push(...more);
				// Not every list states how long it is, and some give fewer a page than were requested.
				if (more.length === 0 || (result_info?.total_count ?? rows.length) <= rows.length) break;
			}
			return rows;
		},
	};
}

function jsonOrNull(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null; // a page of a proxy in between, known by its status
	}
}
