import { Button } from "@mantine/core";
import { type AnyRouter, type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { type ComponentType, createContext, type ReactNode, useContext, useEffect, useRef } from "react";
import type { CurrentAccount } from "../../../shared/account/account";
import { isOutage, readFailure, sentenceFor } from "../../api/api-error";
import { useAuthConfig } from "../../api/auth-config";
import { connection, useConnection } from "../../api/connection";
import { session } from "../../api/session";
import { appConstants } from "../../base/app-constants";
import { LoadingIndicator } from "../../ui/feedback/loading";
import { CenteredMessage } from "../../ui/feedback/notes";
import { PlainButton } from "../../ui/form/buttons";
import { PlainHeader } from "../../ui/layout/brand";
import { ButtonLink, TextLink } from "../../ui/layout/link";
import { signedOutName } from "../../ui/layout/shown-brand";
import { rich, t } from "../../words/made/start";
import classes from "./error-screens.module.css";
import { needsReload, reloadOnceDone, useNewVersion } from "./new-version";

export function RouteError({ error, reset }: ErrorComponentProps) {
	const router = useRouter();
	const { isLost } = useConnection();
	const isReloading = useNewVersion() === "reloading";
	const retry = async () => {
		if (needsReload(error)) return reloadOnceDone();
		await router.invalidate();
		reset();
	};
	const isRetried = isOutage(error) && !needsReload(error);
	useRetries(isRetried, retry);
	if (isReloading) return <LoadingIndicator />;
	return <FailureView error={error} isRetried={isRetried} isLost={isLost} onRetry={retry} />;
}

type FailureViewProps = { error: unknown; isRetried: boolean; isLost: boolean; onRetry: () => void };

function FailureView({ error, isRetried, isLost, onRetry }: FailureViewProps) {
	const { requestId, reason } = readFailure(error);
	return (
		<CenteredMessage
			title={reason === "NOT_PERMITTED" ? t("error.notForYourRole") : t("error.title")}
			text={
				<div role="alert">
					<p className={classes.sentence}>{sentenceFor(error, isLost)}</p>
					{isRetried && <p className={classes.sentence}>{t("error.retrying")}</p>}
					{requestId && <p className={classes.request}>{rich("error.requestId", { id: <code>{requestId}</code> })}</p>}
				</div>
			}
		>
			<Button onClick={onRetry}>{t("tryAgain")}</Button>
			<PlainButton component="a" href="/">
				{t("goHome")}
			</PlainButton>
		</CenteredMessage>
	);
}

export const ScreenPlaceholder = createContext<ComponentType | null>(null);

/** The placeholder of a loading screen. After the first failed call it shows the outage. */
export function PendingView({ fills }: { fills?: "page" }) {
	const router = useRouter();
	const { isLost, isLate, failure } = useConnection();
	const Placeholder = useContext(ScreenPlaceholder);
	const retry = () => retryNow(router);
	if (Placeholder && !isLost) return <Placeholder />;
	if (isLost) return <FailureView error={failure} isRetried isLost onRetry={retry} />;
	return (
		<LoadingIndicator fills={fills}>
			{isLate && (
				<>
					<span>{t("error.noAnswerYet")}</span>
					<Button onClick={retry}>{t("tryAgain")}</Button>
				</>
			)}
		</LoadingIndicator>
	);
}

export function retryNow(router: AnyRouter): void {
	session.forget();
	connection.retry();
	void router.invalidate();
}

let outageRetries = 0;
let lastRetryAt = 0;

/** Each failed attempt mounts the screen again, so the count is outside of it. */
function useRetries(isRetried: boolean, retry: () => Promise<void>): void {
	const { retryFromMs, retryToMs } = appConstants.live;
	const retryLatest = useRef(retry);
	retryLatest.current = retry;
	useEffect(() => {
		if (!isRetried) return;
		if (Date.now() - lastRetryAt > 2 * retryToMs) outageRetries = 0;
		const waitMs = Math.min(retryToMs, retryFromMs * 2 ** outageRetries) * (0.5 + Math.random() / 2);
		const timer = setTimeout(() => {
			outageRetries += 1;
			lastRetryAt = Date.now();
			void retryLatest.current();
		}, waitMs);
		return () => clearTimeout(timer);
	}, [isRetried, retryFromMs, retryToMs]);
}

export function RouteNotFound() {
	return <NotFoundReading />;
}

export function NotFoundReading({ children }: { children?: ReactNode }) {
	return (
		<CenteredMessage
			figure="404"
			title={t("notFound.screen")}
			text={<TextLink to="/">{t("notFound.return")}</TextLink>}
		>
			{children}
		</CenteredMessage>
	);
}

export function RootNotFound({ account }: { account: CurrentAccount | null }) {
	const config = useAuthConfig();
	return (
		<>
			<PlainHeader name={account?.companyName ?? signedOutName(config)} />
			<main>
				<CenteredMessage figure="404" title={t("notFound.title")} text={t("notFound.text")}>
					<ButtonLink to="/">{t("goHome")}</ButtonLink>
				</CenteredMessage>
			</main>
		</>
	);
}
