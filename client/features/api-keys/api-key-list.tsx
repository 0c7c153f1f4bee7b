import { Anchor, Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import type { CurrentAccount } from "../../../shared/account/account";
import type { ApiKey, NewApiKey } from "../../../shared/account/api-key";
import { trpc, trpcClient } from "../../api/trpc";
import { endingText } from "../../entities/ending-text";
import { ActionDialog } from "../../forms/action-dialog";
import { StatusChip } from "../../ui/feedback/status-chip";
import { NewKey, NewKeyDialog } from "../../ui/form/new-key";
import { Snippet } from "../../ui/form/snippet";
import { countOf } from "../../ui/format";
import { Card } from "../../ui/layout/card";
import { PageHead } from "../../ui/layout/page-head";
import { NoRows, Rows } from "../../ui/layout/rows";
import { formatDate } from "../../ui/time/time-display";
import { TimeStamp } from "../../ui/time/time-stamp";
import { AddKeyForm } from "./add-key-form";
import classes from "./api-keys.module.css";
import { accessTitles, curlExample, stoppedText } from "./key-words";

type ApiKeyListProps = { keys: ApiKey[]; me: CurrentAccount["me"] };

export function ApiKeyList({ keys, me }: ApiKeyListProps) {
	const [isAdding, setIsAdding] = useState(false);
	return (
		<>
			<PageHead
				title="API keys"
				subtitle={
					<>
						For spreadsheets and programs that read the account's lists, or write into them.{" "}
						<Anchor href="/api/v1/" target="_blank" rel="noreferrer" inherit underline="always">
							How to use it (opens a new tab)
						</Anchor>
					</>
				}
			>
				<Button onClick={() => setIsAdding(true)}>Add API key</Button>
			</PageHead>
			<Card title="Keys" className={classes.card}>
				{keys.length === 0 ? (
					<NoRows>No API keys yet. Add one for each program, so that you can revoke one without the others.</NoRows>
				) : (
					<KeyRows keys={keys} />
				)}
			</Card>
			<NewKeyDialog<NewApiKey>
				isOpen={isAdding}
				onClose={() => setIsAdding(false)}
				titles={{ form: "Add API key", key: "API key" }}
				form={(onMade) => <AddKeyForm me={me} onMade={onMade} onCancel={() => setIsAdding(false)} />}
				newKey={({ apiKey, key }, onDone) => (
					<NewKey
						lead={
							<>
								Use this key in <b>{apiKey.name}</b>.
							</>
						}
						onDone={onDone}
					>
						<Snippet title="API key" text={key} secret={key} />
						<Snippet title="Value of the header Authorization" text={`Bearer ${key}`} secret={key} />
						<Snippet title="Try it: the devices as CSV" text={curlExample(window.location.origin, key)} secret={key} />
					</NewKey>
				)}
			/>
		</>
	);
}

type Wanted = { run: "keep" | "revoke"; key: ApiKey };

function KeyRows({ keys }: { keys: ApiKey[] }) {
	const queryClient = useQueryClient();
	const [wanted, setAsked] = useState<Wanted | null>(null);
	const run = async ({ run: act, key: { id: keyId, name } }: Wanted) => {
		const { keepApiKey, revokeApiKey } = trpcClient.account;
		const left = await (act === "keep" ? keepApiKey : revokeApiKey).mutate({ keyId });
		queryClient.setQueryData(trpc.account.getApiKeys.queryKey(), left);
		toast.success(act === "keep" ? `You keep ${name} now.` : `${name} is revoked.`);
	};
	return (
		<>
			<Rows
				rows={keys.map((key) => ({
					key: key.id,
					name: <KeyName apiKey={key} />,
					under: <KeyFacts apiKey={key} />,
					end: (
						<>
							{key.state === "paused" && (
								<Button variant="default" size="compact-md" onClick={() => setAsked({ run: "keep", key })}>
									Take over
								</Button>
							)}
							<Button
								variant="default"
								size="compact-md"
								aria-label={`Revoke ${key.name}`}
								onClick={() => setAsked({ run: "revoke", key })}
							>
								Revoke
							</Button>
						</>
					),
				}))}
			/>
			{wanted && (
				<ActionDialog
					title={wanted.run === "keep" ? `Take over ${wanted.key.name}?` : `Revoke ${wanted.key.name}?`}
					isQuestion
					isDangerous={wanted.run === "revoke"}
					label={wanted.run === "keep" ? "Take over" : "Revoke key"}
					run={() => run(wanted)}
					onClose={() => setAsked(null)}
				>
					<p>
						{wanted.run === "keep"
							? "It works again, as long as you may do what it may."
							: "Programs that use it lose access at once. What they wrote stays. This cannot be undone."}
					</p>
				</ActionDialog>
			)}
		</>
	);
}

function KeyName({ apiKey }: { apiKey: ApiKey }) {
	const { name, state } = apiKey;
	const ending = endingText(apiKey, Date.now());
	return (
		<span className={classes.name}>
			{name}
			{ending && <StatusChip tone="warn">{ending}</StatusChip>}
			{state !== "active" && (
				<StatusChip tone={state === "paused" ? "warn" : "off"}>{state === "paused" ? "Paused" : "Expired"}</StatusChip>
			)}
		</span>
	);
}

function KeyFacts({ apiKey }: { apiKey: ApiKey }) {
	const { access, scope, keeper, expiresAt, lastUsedAt, lastUsedFrom } = apiKey;
	const stopped = stoppedText(apiKey);
	return (
		<div className={classes.facts}>
			<span>{accessTitles[access]}</span>
			<span>{scope === "all" ? "All groups" : countOf(scope.groupIds.length, "group")}</span>
			{keeper.name !== null && <span>Belongs to {keeper.name}</span>}
			<span>
				{lastUsedAt ? (
					<>
						Last used <TimeStamp at={lastUsedAt.getTime()} show="age" />
						{lastUsedFrom !== null && ` from ${lastUsedFrom}`}
					</>
				) : (
					"Never used"
				)}
			</span>
			{expiresAt && apiKey.state !== "expired" && <span>Expires on {formatDate(expiresAt)}</span>}
			{stopped && <span>{stopped}</span>}
		</div>
	);
}
