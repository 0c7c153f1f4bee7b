import { Button } from "@mantine/core";
import { type AnyRouter, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { isOutage, readFailure } from "../../api/api-error";
import { connection, useConnection } from "../../api/connection";
import { doubtPerson } from "../../api/doubt";
import { queryClient } from "../../api/query-client";
import { session } from "../../api/session";
import { appConstants } from "../../base/app-constants";
import { failedLanguage, languageName } from "../../base/page-language";
import { PlainButton } from "../../ui/form/buttons";
import { hasUnsavedChanges } from "../../ui/form/unsaved-changes";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/first-screen";
import { t as outer } from "../../words/made/start";
import { reloadForNewVersion, useNewVersion } from "./new-version";
import classes from "./notices.module.css";

export function ConnectionNotice() {
	const router = useRouter();
	const { isLost, isLate, failure, lastGoodAt } = useConnection();
	const isUpdating = readFailure(failure).reason === "UPDATE_UNDER_WAY";

	const retry = () => {
		session.forget();
		connection.retry();
		void loadAgain(router);
	};

	useEffect(() => {
		if (!isLost) return;
		const asking = setInterval(() => {
			void session.check();
			void queryClient.refetchQueries({ type: "active", predicate: ({ meta }) => !meta?.isKeptInOutage });
		}, appConstants.reconnectEveryMs);
		return () => {
			clearInterval(asking);
			void loadAgain(router);
			void queryClient.refetchQueries({ type: "active", predicate: ({ state }) => isOutage(state.error) });
		};
	}, [isLost, router]);

	return (
		<div role="status">
			{(isLost || isLate) && (
				<div className={classes.notice}>
					<span>
						<b>
							{!isLost && t("connection.late")}
							{isLost && (isUpdating ? t("connection.updating") : t("connection.lost"))}
						</b>{" "}
						{isLost &&
							lastGoodAt !== null &&
							rich("connection.lastGood", { age: <TimeStamp at={lastGoodAt} show="age" /> })}
					</span>
					<PlainButton size="compact-sm" onClick={retry}>
						{t("tryAgain")}
					</PlainButton>
				</div>
			)}
		</div>
	);
}

/** A session that ended during the outage leads away only from a page without typed text. */
async function loadAgain(router: AnyRouter): Promise<void> {
	const { outcome } = await session.check();
	if (outcome === "signed-out" && hasUnsavedChanges()) doubtPerson();
	else await router.invalidate();
}

export function LanguageNotice() {
	if (failedLanguage === null) return null;
	return (
		<div role="status">
			<div className={classes.notice}>
				<span>{outer("language.failed", { language: languageName(failedLanguage) })}</span>
			</div>
		</div>
	);
}

export function NewVersionNotice() {
	const state = useNewVersion();
	return (
		<div role="status">
			{(state === "offered" || state === "menuMissing") && (
				<div className={classes.notice} data-tone="brand">
					<span>
						{rich(state === "offered" ? "newVersion.offered" : "newVersion.menuMissing", {
							strong: (text) => <b>{text}</b>,
						})}
					</span>
					<Button size="compact-sm" onClick={reloadForNewVersion}>
						{t("newVersion.reload")}
					</Button>
				</div>
			)}
		</div>
	);
}
