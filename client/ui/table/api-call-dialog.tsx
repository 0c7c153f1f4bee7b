import { Anchor } from "@mantine/core";
import { type ApiCall, apiCallUrl, curlCommand, longestApiCall, powerQuery } from "../../../shared/account/api-call";
import { Dialog } from "../feedback/dialog";
import { Snippet } from "../form/snippet";
import classes from "./api-call.module.css";

type ApiCallDialogProps = { calls: ApiCall[]; isWider: boolean; onClose: () => void };

export function ApiCallDialog({ calls, isWider, onClose }: ApiCallDialogProps) {
	const { origin } = window.location;
	const isTooLong = calls.some((call) => apiCallUrl(origin, call).length > longestApiCall);
	return (
		<Dialog isOpen onClose={onClose} title="This list as an API call" size={720}>
			<div className={classes.view}>
				<p>
					{isWider
						? "A call cannot filter by everything that is chosen here: this one answers more rows."
						: "It answers the rows that match here, as often as it is called."}{" "}
					It needs an API key: owners and admins add one under Accounts, API keys.{" "}
					<Anchor href="/api/v1/" target="_blank" rel="noreferrer" inherit underline="always">
						All calls (opens a new tab)
					</Anchor>
				</p>
				{isTooLong && (
					<p role="alert">So many values do not fit into an address. Choose fewer, or filter by a group.</p>
				)}
				{calls.map((call) => (
					<section key={call.list} className={classes.view} aria-label={titleOf(call)}>
						{calls.length > 1 && <h3>{titleOf(call)}</h3>}
						<Snippet title={headOf(calls, call, "curl, as CSV")} text={curlCommand(origin, call)} />
						<Snippet title={headOf(calls, call, "Excel and Power BI")} text={powerQuery(origin, call)} />
					</section>
				))}
				<p className={classes.quiet}>
					In Excel: Data, Get Data, From Other Sources, Blank Query, Advanced Editor; then choose the credentials
					Anonymous, as the key goes into the header.
				</p>
			</div>
		</Dialog>
	);
}

function titleOf({ list }: ApiCall): string {
	return `${list.charAt(0).toUpperCase()}${list.slice(1)}`;
}

function headOf(calls: readonly ApiCall[], call: ApiCall, title: string): string {
	return calls.length > 1 ? `${titleOf(call)}: ${title}` : title;
}
