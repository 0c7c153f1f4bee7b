import { Hono } from "hono";
import { brandImagePath } from "../shared/account/brand";
import { paymentEventsPath } from "../shared/account/payment-events";
import { wallPath } from "../shared/account/wall";
import { linkPath, shortLinkPath } from "../shared/base/links";
import { monitoringPath } from "../shared/errors/error-service";
import { livePath } from "../shared/overview/live";
import { verifyPath } from "../shared/report/verify-file";
import { auth, checkSession } from "./auth";
import { api, brandImages, ingest, links, paymentEvents, verify } from "./direct";
import { denied } from "./error-response";
import { exportFile } from "./export";
import { health } from "./health";
import { live } from "./live";
import { drainBody, localRun } from "./local-run";
import { manifest, manifestPath } from "./manifest";
import { requestId, securityHeaders, sendCookies } from "./middleware/every-request";
import { ownHandshake, ownRequest } from "./middleware/own-request";
import { maxUrl, only, ownBackend, ready } from "./middleware/ready";
import { quota, session, sessionAsItIs } from "./middleware/session";
import { workLine } from "./middleware/work-line";
import { errorsReported, monitoring } from "./monitoring";
import { proxy } from "./proxy";
import type { Console } from "./services/console";
import { page, unknownRoute } from "./unmatched";

const app = new Hono<Console>();

app.use(requestId, workLine, securityHeaders, drainBody, sendCookies);
app.onError(denied);

app.all("/api/isAuthenticated", ownRequest, only("GET"), ready, checkSession);
app.all("/_serverFn/isAuthenticated", ownRequest, only("GET"), ready, checkSession);
app.route("/api/auth", auth);
app.route("/api/proxy", proxy);

app.all("/api/export", ownRequest, only("GET"), ready, ownBackend, maxUrl, session, quota, exportFile);
app.all("/api/files", ownRequest, only("GET"), ready, ownBackend, maxUrl, session, quota, exportFile);
app.all("/api/files/:fileId", ownRequest, only("GET"), ready, ownBackend, maxUrl, session, quota, exportFile);
app.all(livePath, only("GET"), ready, ownBackend, ownHandshake, sessionAsItIs, quota, live);

app.all("/api/ingest/*", ownBackend, ingest);
app.all("/api/v1", ownBackend, api);
app.all("/api/v1/*", ownBackend, maxUrl, api);
app.all(wallPath, only("GET"), ownBackend, api);
app.all(`${linkPath}:token`, ownBackend, links);
app.all(`${shortLinkPath}:code`, only("GET", "HEAD"), ownBackend, links);
app.all(`${brandImagePath}:hash`, only("GET", "HEAD"), ownBackend, brandImages);
app.all(paymentEventsPath, only("POST"), ownBackend, paymentEvents);
app.all(verifyPath, ownRequest, only("GET"), ownBackend, verify);
app.all(monitoringPath, errorsReported, only("POST"), ownRequest, monitoring);
app.all("/api/health", only("GET", "HEAD"), health);

app.all("/api/*", unknownRoute);
app.all("/_serverFn/*", unknownRoute);
app.all("/__local", localRun);
app.all("/__local/*", localRun);
app.all(manifestPath, only("GET", "HEAD"), manifest);
app.all("*", only("GET", "HEAD"), page);

export default app;
