import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { IntegrationKey } from "../../../shared/integration-key";
import { sentenceFor } from "../../api/api-error";
import { trpc } from "../../api/trpc";
import { IngestPageLink } from "../../entities/ingest";
import { ButtonRow, FormFailure } from "../../ui/form/buttons";
import { NoRows, Rows } from "../../ui/layout/rows";
import { TimeStamp } from "../../ui/time/time-stamp";
import classes from "./integrations.module.css";

type IntegrationListProps = {
	onAdd: () => void;
	onDevice: () => void;
	onReplace: (integration: IntegrationKey) => void;
	onRevoke: (integration: IntegrationKey) => void;
};

/** Who may send for the devices of this account, when they last did, and what can be done about it. */
export function IntegrationList({ onAdd, onDevice, onReplace, onRevoke }: IntegrationListProps) {
	const keys = useQuery(trpc.account.getIntegrationKeys.queryOptions());
	return (
		<div className={classes.view}>
			<p className={classes.lead}>
				A logger sends with its own device key, shown when it is added under Devices. A LoRaWAN network server or a
				robot that posts files sends for many devices: give each its own key here. <IngestPageLink />
			</p>
			<div className={classes.list}>
				{keys.isPending && <Skeleton height={64} />}
				{keys.data?.length === 0 && <NoRows>No network server is connected yet.</NoRows>}
				{keys.data && keys.data.length > 0 && (
					<Rows
						rows={keys.data.map((integration) => ({
							key: integration.id,
							name: integration.name,
							under: <Facts integration={integration} />,
							end: (
								<>
									<Button
										variant="default"
										size="compact-md"
										aria-label={`Replace key of ${integration.name}`}
										onClick={() => onReplace(integration)}
									>
										Replace key
									</Button>
									<Button
										variant="default"
										size="compact-md"
										aria-label={`Revoke key of ${integration.name}`}
										onClick={() => onRevoke(integration)}
									>
										Revoke
									</Button>
								</>
							),
						}))}
					/>
				)}
			</div>
			<FormFailure failure={keys.isError ? sentenceFor(keys.error) : null} />
			<ButtonRow>
				{keys.isError && (
					<Button variant="default" loading={keys.isFetching} onClick={() => keys.refetch()}>
						Try again
					</Button>
				)}
				<Button variant="default" onClick={onDevice}>
					Replace a device's key
				</Button>
				<Button disabled={keys.isError} onClick={onAdd} data-autofocus>
					Add integration
				</Button>
			</ButtonRow>
		</div>
	);
}

function Facts({ integration }: { integration: IntegrationKey }) {
	const { lastUsedAt, isCreatingDevices, previousKeyUntil } = integration;
	return (
		<div className={classes.facts}>
			<span>{lastUsedAt ? <>Last used {<TimeStamp at={lastUsedAt.getTime()} show="age" />}</> : "Never used"}</span>
			<span>{isCreatingDevices ? "Adds unknown devices" : "Known devices only"}</span>
			{previousKeyUntil && (
				<span>
					Former key works until <TimeStamp at={previousKeyUntil.getTime()} />
				</span>
			)}
		</div>
	);
}
