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

/** Some have status 400: account tokens on user endpoints, and malformed tokens. */
const rejections = [6003, 6111, 9106, 9109, 10000, 10001];

/** `isRejected`: the token is invalid or lacks a right. */
export class CloudflareError extends Error {
	readonly status: number;
	readonly codes: number[];
	constructor(message: string, { status, codes }: { status: number; codes: number[] }) {
		super(message);
		this.name = "CloudflareError";
		this.status = status;
		this.codes = codes;
	}
	get isFinal(): boolean {
		return this.status >= 400 && this.status < 500 && this.status !== 429 && !this.isRejected;
	}
	get isRejected(): boolean {
		return this.status === 401 || this.status === 403 || this.codes.some((code) => rejections.includes(code));
	}
}

export type CloudflareApi = {
	call<Shape extends z.ZodMiniType>(shape: Shape, call: Call): Promise<z.output<Shape>>;
	list<Shape extends z.ZodMiniType>(shape: Shape, call: Call): Promise<z.output<Shape>[]>;
};

type Parts = { token: string; base?: string; fetch?: typeof globalThis.fetch };

const publicBase = "https://api.cloudflare.com/client/v4";
const pageSize = 100;
const mostPages = 100;

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
				// Some lists have no total, and some return smaller pages than requested.
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
