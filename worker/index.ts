import { Hono } from "hono";
import { publicPagePath } from "../shared/account/public-link";
import { directEndpoints } from "../shared/direct-endpoints";
import { monitoringPath } from "../shared/errors/error-service";
import { livePath } from "../shared/overview/live";
import { auth, checkSession } from "./auth";
import { ingest, pass, passBrandImage, passCallEvent, passEvent, passVerification } from "./direct";
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
import { publicPage } from "./public-page";
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

const { api, brandImage, calendar, calls, link, lines, linesHealth, linesPing, linesV1, mcp } = directEndpoints;
const { oauth, oauthMetadata, paymentEvents, publicLink, shortLink, telegram, verify, wall } = directEndpoints;
app.all(directEndpoints.ingest.path, ownBackend, ingest);
for (const endpoint of [lines, linesV1, linesHealth, linesPing]) {
	app.all(endpoint.path, only(...endpoint.methods), ownBackend, pass(endpoint));
}
app.all(api.path, ownBackend, pass(api));
for (const endpoint of [mcp, oauth, oauthMetadata]) app.all(endpoint.path, ownBackend, pass(endpoint));
app.all(wall.path, only(...wall.methods), ownBackend, pass(wall));
app.all(publicLink.path, only(...publicLink.methods), ownBackend, pass(publicLink));
app.all(calendar.path, only(...calendar.methods), ownBackend, pass(calendar));
app.all(link.path, only(...link.methods), ownBackend, pass(link));
app.all(shortLink.path, only(...shortLink.methods), ownBackend, pass(shortLink));
app.all(brandImage.path, only(...brandImage.methods), ownBackend, passBrandImage);
app.all(paymentEvents.path, only(...paymentEvents.methods), ownBackend, passEvent(paymentEvents));
app.all(telegram.path, only(...telegram.methods), ownBackend, passEvent(telegram));
app.all(calls.path, only(...calls.methods), ownBackend, passCallEvent);
app.all(verify.path, ownRequest, only(...verify.methods), ownBackend, passVerification);
app.all(monitoringPath, errorsReported, only("POST"), ownRequest, monitoring);
app.all("/api/health", only("GET", "HEAD"), health);

app.all("/api/*", unknownRoute);
app.all("/_serverFn/*", unknownRoute);
app.all("/__local", localRun);
app.all("/__local/*", localRun);
app.all(`${publicPagePath}:publicId`, only("GET", "HEAD"), publicPage);
app.all(manifestPath, only("GET", "HEAD"), manifest);
app.all("*", only("GET", "HEAD"), page);

export default app;
