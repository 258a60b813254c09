FROM python:3.13-slim AS build
WORKDIR /samedeal
RUN python -m venv /venv
COPY requirements/serve.txt requirements/
RUN /venv/bin/pip install --no-cache-dir --require-hashes -r requirements/serve.txt
COPY . .
RUN /venv/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM python:3.13-slim
RUN useradd --system --uid 10001 samedeal && install --directory --owner samedeal --mode 0700 /var/lib/samedeal
COPY --from=build /venv /venv
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 SAMEDEAL_KEY_FILE=/var/lib/samedeal/secrets.key
VOLUME /var/lib/samedeal
USER 10001
EXPOSE 8000
ENTRYPOINT ["samedeal"]
CMD ["serve", "--host", "0.0.0.0"]
