import { Anchor } from "@mantine/core";
import { type ApiCall, apiCallUrl, curlCommand, longestApiCall, powerQuery } from "../../../shared/account/api-call";
import { t } from "../../words/made/lists";
import { Dialog } from "../feedback/dialog";
import { Snippet } from "../form/snippet";
import { labeled } from "../labeled";
import classes from "./api-call.module.css";

type ApiCallDialogProps = { calls: ApiCall[]; isWider: boolean; onClose: () => void };

export function ApiCallDialog({ calls, isWider, onClose }: ApiCallDialogProps) {
	const { origin } = window.location;
	const isTooLong = calls.some((call) => apiCallUrl(origin, call).length > longestApiCall);
	return (
		<Dialog isOpen onClose={onClose} title={t("apiCall.title")} size={720}>
			<div className={classes.view}>
				<p>
					{isWider ? t("apiCall.wider") : t("apiCall.matching")} {t("apiCall.needsKey")}{" "}
					<Anchor href="/api/v1/" target="_blank" rel="noreferrer" inherit underline="always">
						{t("apiCall.all")}
					</Anchor>
				</p>
				{isTooLong && <p role="alert">{t("apiCall.tooLong")}</p>}
				{calls.map((call) => (
					<section key={call.list} className={classes.view} aria-label={titleOf(call)}>
						{calls.length > 1 && <h3>{titleOf(call)}</h3>}
						<Snippet title={headOf(calls, call, t("apiCall.curl"))} text={curlCommand(origin, call)} />
						<Snippet title={headOf(calls, call, t("apiCall.excel"))} text={powerQuery(origin, call)} />
					</section>
				))}
				<p className={classes.quiet}>{t("apiCall.excel.help")}</p>
			</div>
		</Dialog>
	);
}

function titleOf({ list }: ApiCall): string {
	return `${list.charAt(0).toUpperCase()}${list.slice(1)}`;
}

function headOf(calls: readonly ApiCall[], call: ApiCall, title: string): string {
	return calls.length > 1 ? labeled(titleOf(call), title) : title;
}
