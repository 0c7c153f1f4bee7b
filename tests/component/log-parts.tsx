import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { trpc } from "../../client/api/trpc";
import { logClock } from "../../client/features/log/state/log-clock";
import type { LogChannel, LogPage } from "../../shared/log/log";
import { emptyLogPage, logChannel, logDevice, minuteMs } from "../client/readings";
import { sampleUser } from "../samples";

/** A page of the log for tests of its parts: one device, on UTC, with two channels. */

export const newestAt = Date.UTC(2026, 10, 20, 12);
export const device = { ...logDevice, name: "Cold room", lateAfterMs: 20 * minuteMs };
export const air = logChannel("chn_00000000000000000000000001", { name: "Air" });
export const damp = logChannel("chn_00000000000000000000000002", { name: "Damp", quantity: "humidity", unit: "%" });

/** `ago`: minutes before the newest reading; `lateBy`: minutes between reading and receipt. */
type Entry = { ago: number; value: number; channel?: LogChannel; raw?: number; lateBy?: number; gapMs?: number };

type PageOf = { entries?: Entry[]; channels?: LogChannel[] } & Partial<LogPage>;

export function logPage({ entries = [], channels = [air, damp], ...rest }: PageOf = {}): LogPage {
	const readingAt = entries.map(({ ago }) => newestAt - ago * minuteMs);
	return emptyLogPage({
		from: newestAt - 60 * minuteMs,
		to: newestAt,
		devices: [device],
		channels,
		readings: {
			readingAt,
			receivedAt: entries.map(({ lateBy = 0 }, index) => (readingAt[index] ?? 0) + lateBy * minuteMs),
			channel: entries.map(({ channel }) => (channel ? channels.indexOf(channel) : 0)),
			value: entries.map(({ value }) => value),
			raw: entries.map(({ raw }) => raw ?? null),
			gapMs: entries.map(({ gapMs }) => gapMs ?? 0),
		},
		...rest,
	});
}

export const clock = logClock({ page: logPage(), devices: [device], mode: "local", viewerZone: "UTC" });

export function SignedIn({ children, hasManyDevices = false }: { children: ReactNode; hasManyDevices?: boolean }) {
	const known = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
	known.setQueryData(trpc.account.getCurrent.queryKey(), {
		id: "acc_00000000000000000000000001",
		companyName: "Company",
		productName: "Product",
		logoUrl: null,
		timeZone: "UTC",
		createdAt: new Date(0),
		hasManyDevices,
		me: sampleUser({ id: "usr_1", name: "Ana", email: "ana@example.com" }),
	});
	return (
		<QueryClientProvider client={known}>
			<Suspense>{children}</Suspense>
		</QueryClientProvider>
	);
}
