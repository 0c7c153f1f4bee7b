import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import type {
	MissingPath,
	PayloadRecipe,
	PayloadSource,
	RecipeVersion,
} from "../../../../shared/device/recipe/payload-recipe";
import type { IntegrationKey } from "../../../../shared/ingest/integration-key";
import { sentenceFor } from "../../../api/api-error";
import { trpc } from "../../../api/trpc";
import { appConstants } from "../../../base/app-constants";
import { DeviceLink } from "../../../entities/entity-links";
import { Callout } from "../../../ui/feedback/notes";
import { SmallButton } from "../../../ui/form/buttons";
import { Snippet } from "../../../ui/form/snippet";
import layout from "../../../ui/layout/layouts.module.css";
import { Rows } from "../../../ui/layout/rows";
import { TimeStamp } from "../../../ui/time/time-stamp";
import { rich, t } from "../../../words/made/keys";
import { ingestAddresses } from "../integration-key";
import classes from "../integrations.module.css";
import { HeadedSection, SourceView } from "../source-view";
import { RecipeForm } from "./recipe-form";

type PayloadSourceProps = { integration: IntegrationKey; onBack: () => void };

export function PayloadSourceView({ integration, onBack }: PayloadSourceProps) {
	const [edited, setEdited] = useState<{ recipe: PayloadRecipe | null } | null>(null);
	const source = useQuery({
		...trpc.account.getPayloadSource.queryOptions({ keyId: integration.id }),
		refetchInterval: appConstants.refreshEveryMs,
	});
	const { data } = source;
	if (data && edited) {
		return (
			<RecipeForm
				integration={integration}
				messages={data.messages}
				replaces={data.versions[0]?.version ?? 0}
				recipe={edited.recipe}
				onEnd={() => setEdited(null)}
			/>
		);
	}
	return (
		<SourceView lead={rich("json.lead", { name: <b>{integration.name}</b> })} source={source} onBack={onBack}>
			{data && <Overview keyId={integration.id} source={data} onEdit={(recipe) => setEdited({ recipe })} />}
		</SourceView>
	);
}

type OverviewProps = { keyId: string; source: PayloadSource; onEdit: (recipe: PayloadRecipe | null) => void };

function Overview({ keyId, source: { messages, versions, missing }, onEdit }: OverviewProps) {
	const [last] = messages;
	const [current] = versions;
	return (
		<>
			<p className={classes.detail}>
				{last
					? rich("json.lastHeard", { time: <TimeStamp at={last.receivedAt} show="age" />, count: messages.length })
					: t("json.nothingHeard")}
			</p>
			<Snippet title={t("json.address")} text={ingestAddresses(window.location.origin).json} />
			{missing.length > 0 && <Missing paths={missing} />}
			<div className={classes.choice}>
				<p className={classes.detail}>
					{current
						? t("json.inForce", { version: current.version, count: current.recipe.values.length })
						: t("json.noRecipe")}
				</p>
				<Button onClick={() => onEdit(current?.recipe ?? null)}>{current ? t("json.change") : t("json.make")}</Button>
			</div>
			{versions.length > 0 && <Versions keyId={keyId} versions={versions} />}
		</>
	);
}

function Missing({ paths }: { paths: MissingPath[] }) {
	return (
		<Callout tone="warn">
			<p className={classes.detail}>{t("json.missing.lead")}</p>
			<ul className={`${layout.plain} ${classes.series}`}>
				{paths.map(({ path, since, devices, deviceId, device }) => (
					<li key={path}>
						<code>{path}</code>
						<span>
							{rich("json.missing.of", {
								time: <TimeStamp at={since} />,
								device:
									deviceId === null ? (
										t("device")
									) : (
										<DeviceLink id={deviceId} inherit underline="always">
											{device ?? t("device")}
										</DeviceLink>
									),
								others: devices - 1,
							})}
						</span>
					</li>
				))}
			</ul>
		</Callout>
	);
}

function Versions({ keyId, versions }: { keyId: string; versions: RecipeVersion[] }) {
	const queryClient = useQueryClient();
	const [current] = versions;
	const taking = useMutation(
		trpc.account.savePayloadRecipe.mutationOptions({
			onSuccess: async ({ version }) => {
				toast.success(t("json.saved", { version }));
				await queryClient.invalidateQueries(trpc.account.getPayloadSource.queryFilter({ keyId }));
			},
			onError: (error) => toast.error(sentenceFor(error)),
		}),
	);
	return (
		<HeadedSection title={t("json.versions")}>
			<Rows
				rows={versions.map(({ version, recipe, from, madeAt, madeBy }) => ({
					key: String(version),
					name: t("json.version", { version, count: recipe.values.length }),
					under: (
						<span className={classes.facts}>
							<span>
								<TimeStamp at={madeAt} />
							</span>
							{madeBy !== null && <span>{madeBy}</span>}
							{from !== null && <span>{t("json.takenFrom", { version: from })}</span>}
						</span>
					),
					end:
						version === current?.version ? (
							<span className={classes.detail}>{t("json.isInForce")}</span>
						) : (
							<SmallButton
								aria-label={t("json.takeUpVersion", { version })}
								loading={taking.isPending && taking.variables.older === version}
								onClick={() => current && taking.mutate({ keyId, recipe, replaces: current.version, older: version })}
							>
								{t("json.takeUp")}
							</SmallButton>
						),
				}))}
			/>
		</HeadedSection>
	);
}
